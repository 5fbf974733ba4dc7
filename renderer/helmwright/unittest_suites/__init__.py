"""Test suites written for helm-unittest (``*_test.yaml``): read, run and reported."""
