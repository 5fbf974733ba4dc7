"""The chart of which none of these rules says anything."""

from helmwright.lint.definition import Example

GOOD_CHART = Example(
    "-- Chart.yaml --\n"
    "apiVersion: v2\n"
    "name: shop\n"
    "version: 1.0.0\n"
    "icon: https://example.com/shop.png\n"
    "-- values.yaml --\n"
    "port: 80\n"
    "-- templates/service.yaml --\n"
    "apiVersion: v1\n"
    "kind: Service\n"
    "metadata:\n"
    "  name: shop\n"
)
