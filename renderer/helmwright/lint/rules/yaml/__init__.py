"""YAML that Helm reads differently from what its writer sees."""
