{{/*
The task images that a release was published with: "<cpu> <gpu> <rocm>", from what a section of the configuration takes
(_config.tpl). Until 0.23.1 they were looked for in imageRegistry.
*/}}
{{- define "determined.taskImages" -}}
{{- if ge .release 34000 -}}
  {{- $image := printf "determinedai/pytorch-ngc:%s" (include "determined.releaseText" .release) -}}
  {{- printf "%s %s determinedai/environments:rocm-5.6-pytorch-1.3-tf-2.10-rocm-mpich-0736b6d" $image $image -}}
{{- else if ge .release 33000 -}}
  determinedai/pytorch-tensorflow-cpu:0.33.0 determinedai/pytorch-tensorflow-cuda:0.33.0
{{- else -}}
  {{- $found := "" -}}
  {{- range include "determined.environments" . | splitList "\n" -}}
    {{- $line := splitList " " . -}}
    {{- if and (not $found) (ge $.release (index $line 0 | atoi)) }}{{ $found = $line }}{{ end -}}
  {{- end -}}
  {{- $registry := lt .release 23002 | ternary (.root.Values.imageRegistry | default "determinedai" | trim) "determinedai" -}}
  {{- printf "%s/environments:%s %s/environments:%s" $registry (index $found 1) $registry (index $found 2) -}}
{{- end -}}
{{- end }}

{{/* The tags of determinedai/environments from a release on, the newest first. */}}
{{- define "determined.environments" -}}
32000 py-3.9-pytorch-1.12-tf-2.11-cpu-748dda4 cuda-11.3-pytorch-1.12-tf-2.11-gpu-748dda4
31000 py-3.9-pytorch-1.12-tf-2.11-cpu-079eb6d cuda-11.3-pytorch-1.12-tf-2.11-gpu-079eb6d
29001 py-3.9-pytorch-1.12-tf-2.11-cpu-03ae7d7 cuda-11.3-pytorch-1.12-tf-2.11-gpu-03ae7d7
27001 py-3.9-pytorch-1.12-tf-2.11-cpu-f66cbce cuda-11.3-pytorch-1.12-tf-2.11-gpu-f66cbce
26004 py-3.9-pytorch-1.12-tf-2.11-cpu-622d512 cuda-11.3-pytorch-1.12-tf-2.11-gpu-622d512
26003 py-3.8-pytorch-1.12-tf-2.11-cpu-2b7e2a1 cuda-11.3-pytorch-1.12-tf-2.11-gpu-2b7e2a1
24000 py-3.8-pytorch-1.12-tf-2.8-cpu-9d07809 cuda-11.3-pytorch-1.12-tf-2.11-gpu-2b7e2a1
23002 py-3.8-pytorch-1.12-tf-2.8-cpu-9d07809 cuda-11.3-pytorch-1.12-tf-2.11-gpu-6eceaca
22000 py-3.8-pytorch-1.12-tf-2.11-cpu-6eceaca cuda-11.3-pytorch-1.12-tf-2.11-gpu-6eceaca
21002 py-3.8-pytorch-1.12-tf-2.8-cpu-9b5db1b cuda-11.3-pytorch-1.12-tf-2.8-gpu-9b5db1b
21001 py-3.8-pytorch-1.12-tf-2.8-cpu-9d07809 cuda-11.3-pytorch-1.12-tf-2.8-gpu-9d07809
21000 py-3.8-pytorch-1.12-tf-2.8-cpu-835d8b1 cuda-11.3-pytorch-1.12-tf-2.8-gpu-835d8b1
20001 py-3.8-pytorch-1.12-tf-2.8-cpu-0e4beb5 cuda-11.3-pytorch-1.12-tf-2.8-gpu-0e4beb5
20000 py-3.8-pytorch-1.12-tf-2.8-cpu-ad0591c cuda-11.3-pytorch-1.12-tf-2.8-gpu-ad0591c
19010 py-3.8-pytorch-1.10-tf-2.8-cpu-24586f0 cuda-11.3-pytorch-1.10-tf-2.8-gpu-24586f0
19004 py-3.8-pytorch-1.10-tf-2.8-cpu-096d730 cuda-11.3-pytorch-1.10-tf-2.8-gpu-096d730
19001 py-3.8-pytorch-1.10-tf-2.8-cpu-9119094 cuda-11.3-pytorch-1.10-tf-2.8-gpu-9119094
19000 py-3.8-pytorch-1.10-tf-2.8-cpu-ecee7c1 cuda-11.3-pytorch-1.10-tf-2.8-gpu-ecee7c1
18004 py-3.8-pytorch-1.10-lightning-1.5-tf-2.8-cpu-55a3e1c cuda-11.3-pytorch-1.10-lightning-1.5-tf-2.8-gpu-55a3e1c
18002 py-3.8-pytorch-1.10-lightning-1.5-tf-2.8-cpu-3e933ea cuda-11.3-pytorch-1.10-lightning-1.5-tf-2.8-gpu-3e933ea
17015 py-3.8-pytorch-1.10-lightning-1.5-tf-2.8-cpu-ed66d8a cuda-11.3-pytorch-1.10-lightning-1.5-tf-2.8-gpu-ed66d8a
17013 py-3.8-pytorch-1.10-lightning-1.5-tf-2.8-cpu-83dbcaa cuda-11.3-pytorch-1.10-lightning-1.5-tf-2.8-gpu-83dbcaa
17012 py-3.8-pytorch-1.10-lightning-1.5-tf-2.8-cpu-97e4c60 cuda-11.3-pytorch-1.10-lightning-1.5-tf-2.8-gpu-97e4c60
17010 py-3.8-pytorch-1.9-lightning-1.5-tf-2.4-cpu-5158dec cuda-11.1-pytorch-1.9-lightning-1.5-tf-2.4-gpu-5158dec
17009 py-3.8-pytorch-1.9-lightning-1.3-tf-2.4-cpu-9f0cb26 cuda-11.1-pytorch-1.9-lightning-1.3-tf-2.4-gpu-9f0cb26
17006 py-3.8-pytorch-1.9-lightning-1.3-tf-2.4-cpu-08f9c9b cuda-11.1-pytorch-1.9-lightning-1.3-tf-2.4-gpu-08f9c9b
17004 py-3.8-pytorch-1.9-lightning-1.3-tf-2.4-cpu-825e8ee cuda-11.1-pytorch-1.9-lightning-1.3-tf-2.4-gpu-825e8ee
17002 py-3.8-pytorch-1.9-lightning-1.3-tf-2.4-cpu-5e33300 cuda-11.1-pytorch-1.9-lightning-1.3-tf-2.4-gpu-5e33300
17001 py-3.8-pytorch-1.9-lightning-1.3-tf-2.4-cpu-f286b87 cuda-11.1-pytorch-1.9-lightning-1.3-tf-2.4-gpu-f286b87
17000 py-3.8-pytorch-1.9-lightning-1.3-tf-2.4-cpu-e8af732 cuda-11.1-pytorch-1.9-lightning-1.3-tf-2.4-gpu-e8af732
16004 py-3.7-pytorch-1.9-lightning-1.3-tf-2.4-cpu-a173dcd cuda-11.1-pytorch-1.9-lightning-1.3-tf-2.4-gpu-a173dcd
16002 py-3.7-pytorch-1.9-lightning-1.3-tf-2.4-cpu-2409e48 cuda-11.1-pytorch-1.9-lightning-1.3-tf-2.4-gpu-2409e48
16001 py-3.7-pytorch-1.9-lightning-1.3-tf-2.4-cpu-b06dafb cuda-11.1-pytorch-1.9-lightning-1.3-tf-2.4-gpu-b06dafb
16000 py-3.7-pytorch-1.7-lightning-1.2-tf-2.4-cpu-3a452bc cuda-11.0-pytorch-1.7-lightning-1.2-tf-2.4-gpu-3a452bc
15006 py-3.7-pytorch-1.7-tf-1.15-cpu-606fd02 cuda-10.2-pytorch-1.7-tf-1.15-gpu-606fd02
{{- end }}
