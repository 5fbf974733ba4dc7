module helmwright/tests/conformance/registry_names_oracle

go 1.26.0

require oras.land/oras-go/v2 v2.6.1

require (
	github.com/opencontainers/go-digest v1.0.0 // indirect
	github.com/opencontainers/image-spec v1.1.1 // indirect
)
