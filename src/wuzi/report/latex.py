"""Tables for LaTeX, with the package booktabs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

Align = Literal["left", "right", "center"]

_SPECIAL: Final = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "%": r"\%",
        "#": r"\#",
        "_": r"\_",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "`": r"\textasciigrave{}",
        "−": "$-$",
        "–": r"\textendash{}",
        "—": r"\textemdash{}",
        "×": r"$\times$",
        "±": r"$\pm$",
        "≤": r"$\le$",
        "≥": r"$\ge$",
        "≈": r"$\approx$",
        "∞": r"$\infty$",
        "→": r"$\to$",
        "…": r"\ldots{}",
        "≠": r"$\ne$",
        "α": r"$\alpha$",
        "β": r"$\beta$",
        "γ": r"$\gamma$",
        "Δ": r"$\Delta$",
        "λ": r"$\lambda$",
        "μ": r"$\mu$",
        "σ": r"$\sigma$",
        "\n": " ",
    }
)
_HYPHENS: Final = re.compile("-(?=-)")


def escape(text: str) -> str:
    r"""``text`` as LaTeX prints it.

    Examples
    --------
    >>> escape("50% of a_b & {c}")
    '50\\% of a\\_b \\& \\{c\\}'
    """
    # two hyphens would become a dash, and an option of a command another word
    return _HYPHENS.sub("-{}", text.translate(_SPECIAL))


def latex_table(
    *,
    title: str,
    heads: Sequence[str],
    aligns: Sequence[Align],
    rows: Sequence[Sequence[str]],
    note: str,
) -> str:
    r"""A floating table, its texts escaped here.

    Parameters
    ----------
    title, note : str
        Above and below; empty for none.
    heads : sequence of str
        Empty for a table without headings.
    aligns : sequence of {"left", "right", "center"}
        One for each column.
    rows : sequence of sequences of str

    Examples
    --------
    >>> print(latex_table(title="", heads=["n"], aligns=["right"], rows=[["1"]], note=""))
    \begin{table}[htbp]
      \centering
      \begin{tabular}{r}
        \toprule
        n \\
        \midrule
        1 \\
        \bottomrule
      \end{tabular}
    \end{table}
    """
    lines = [r"\begin{table}[htbp]", r"  \centering"]
    if title:
        lines += [rf"  \caption{{{escape(title)}}}", r"  \smallskip"]
    lines.append(rf"  \begin{{tabular}}{{{''.join(align[0] for align in aligns)}}}")
    lines.append(r"    \toprule")
    if heads:
        lines += [_row(heads), r"    \midrule"]
    lines += map(_row, rows)
    lines += [r"    \bottomrule", r"  \end{tabular}"]
    if note:
        lines += ["", rf"  \smallskip{{\footnotesize {escape(note)}}}"]
    lines.append(r"\end{table}")
    return "\n".join(lines) + "\n"


def _row(cells: Sequence[str]) -> str:
    # a bracket after \\ would be read as a length, so every cell that begins with one is a group
    texts = (escape(cell) for cell in cells)
    shown = (f"{{{text}}}" if text.startswith(("[", "*")) else text for text in texts)
    return "    " + " & ".join(shown) + r" \\"
