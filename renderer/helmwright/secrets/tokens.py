"""The forms of tokens that services give out, by which they are known wherever they stand."""

from __future__ import annotations

TOKENS = (
    ("a token of GitHub", r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{50,})"),
    ("a token of GitLab", r"\bgl(?:pat|dt|rt|ptt)-[A-Za-z0-9_-]{20,}"),
    ("a token of Slack", r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}"),
    ("a key of Stripe", r"\b[sr]k_live_[A-Za-z0-9]{16,}"),
    ("a token of npm", r"\bnpm_[A-Za-z0-9]{36}\b"),
    ("a token of PyPI", r"\bpypi-AgE[A-Za-z0-9_-]{50,}"),
    ("a token of Hugging Face", r"\bhf_[A-Za-z]{34}\b"),
    ("a token of Docker Hub", r"\bdckr_[op]at_[A-Za-z0-9_-]{20,}"),
    ("a token of Vault", r"\bhv[sbr]\.[A-Za-z0-9_-]{24,}"),
    ("a key of SendGrid", r"\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}"),
    (
        "a JSON Web Token",
        r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{16,}",
    ),
)
"""Whose token it is, in words, and the regular expression of one."""
