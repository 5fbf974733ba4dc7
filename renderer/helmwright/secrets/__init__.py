"""What secrets are: by their names, by their forms, and however a template may have written them.

``names`` judges keys, ``forms`` finds keys and tokens in texts, ``spellings`` knows in which ways a
secret can be written, ``matching`` finds those of known secrets, ``places`` walks through values,
``known`` gathers what one run knows and makes texts safe, ``witness`` keeps what a run has read.
Nothing else in the program decides any of this.
"""
