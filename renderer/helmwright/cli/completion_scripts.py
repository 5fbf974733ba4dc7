"""The completion scripts: each asks ``helmwright __complete WORDS…`` and shows the answer.

The answer has a line for each word that fits, with a tab before its explanation, and at last a
line of its own: ``:words``, ``:files``, ``:directories`` or ``:charts`` says what fits besides.
"""

from __future__ import annotations

BASH = r"""# bash completion for helmwright: source <(helmwright completion bash)
_helmwright() {
    local words=() word last=-1 joined="" i
    # bash takes "--flag=value" apart; put it together again
    for ((i = 1; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if ((last >= 0)) && [[ ${words[last]} == --* && ($word == "=" || $joined == yes) ]]; then
            words[last]+=$word
            [[ $word == "=" ]] && joined=yes || joined=""
        else
            words[++last]=$word
            joined=""
        fi
    done
    local current=${words[last]} cut="" found=() texts=() line directive=":words" width=0
    if [[ $current == --*=* ]]; then
        cut=${current%%=*}=
        current=${current#*=}
    fi
    while IFS= read -r line; do
        if [[ $line == :* ]]; then
            directive=$line
        else
            word=${line%%$'\t'*}
            word=${word#"$cut"}
            found+=("$word")
            texts+=("${line#*$'\t'}")
            ((${#word} > width)) && width=${#word}
        fi
    done < <(helmwright __complete "${words[@]}" 2>/dev/null)
    COMPREPLY=()
    case $directive in
        :files) local generated=$(compgen -f -- "$current") ;;
        :directories) local generated=$(compgen -d -- "$current") ;;
        :charts) local generated=$(compgen -d -- "$current"; compgen -f -X '!*.tgz' -- "$current") ;;
        *) local generated="" ;;
    esac
    if [[ -n $generated ]]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r line; do COMPREPLY+=("$line"); done <<<"$generated"
    fi
    if ((${#found[@]} > 1 && ${#COMPREPLY[@]} == 0)) && [[ ${COMP_TYPE:-9} != 37 && ${COMP_TYPE:-9} != 42 ]]; then
        # several fit: show what they mean
        local room=$((${COLUMNS:-80} - width - 6))
        for i in "${!found[@]}"; do
            if [[ -n ${texts[i]} && $room -gt 10 ]]; then
                printf -v line "%-${width}s  (%s)" "${found[i]}" "${texts[i]:0:room}"
                COMPREPLY+=("$line")
            else
                COMPREPLY+=("${found[i]}")
            fi
        done
    elif ((${#found[@]} > 0)); then
        COMPREPLY+=("${found[@]}")
    fi
}
complete -F _helmwright helmwright
"""

ZSH = r"""#compdef helmwright
# zsh completion for helmwright: source <(helmwright completion zsh)
_helmwright() {
    local -a lines found
    local line directive=":words"
    lines=("${(@f)$(helmwright __complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
    for line in "${lines[@]}"; do
        if [[ $line == :* ]]; then
            directive=$line
        elif [[ -n $line ]]; then
            found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
        fi
    done
    (( ${#found} )) && _describe -V helmwright found
    [[ $directive == :words ]] && return
    [[ $words[CURRENT] == --*=* ]] && compset -P 1 '*='
    case $directive in
        :files) _files ;;
        :directories) _files -/ ;;
        :charts) _files -g '*.tgz(-.)' ;;
    esac
}
if [[ ${funcstack[1]-} == _helmwright ]]; then
    _helmwright "$@"
elif (( $+functions[compdef] )); then
    compdef _helmwright helmwright
fi
"""

FISH = r"""# fish completion for helmwright: helmwright completion fish | source
function __helmwright_complete
    set -l token (commandline -ct)
    set -l words (commandline -opc) $token
    test -z "$token"; and set words (commandline -opc) ""
    set -l prefix ""
    set -l path $token
    if string match -q -- '--*=*' $token
        set prefix (string replace -r -- '=.*' '=' $token)
        set path (string replace -r -- '^[^=]*=' '' $token)
    end
    for line in (helmwright __complete $words[2..-1] 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path "$path" | string replace -r -- '^' $prefix
            case ':directories'
                __fish_complete_directories "$path" | string replace -r -- '^' $prefix
            case ':charts'
                __fish_complete_directories "$path" | string replace -r -- '^' $prefix
                __fish_complete_path "$path" | string match -r -- '^[^\t]*\.tgz\b.*'
            case ':words'
            case '*'
                echo $line
        end
    end
end
complete -c helmwright -f -a '(__helmwright_complete)'
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}
