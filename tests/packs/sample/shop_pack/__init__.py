"""What Helmwright should know about the charts of the shop."""

from __future__ import annotations

from helmwright.packs import Command, Pack

PACK = Pack(
    name="shop",
    version="1.0",
    charts=("shop",),
    rules="shop_pack.rules",
    migrations="shop_pack.migrations:finder",
    secret_paths=("payment.merchant", "tenants[].handle"),
    commands=(Command("shop", "Say how many workers a shop has", "shop_pack.command"),),
)
