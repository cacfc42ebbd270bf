"""Makes the fonts of one folder smaller, see README.md: make.py SOURCE TARGET"""

import io
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

FEATURES = ["ccmp", "locl", "mark", "mkmk", "kern", "tnum"]


def smaller(path: Path) -> TTFont:
    font = instancer.instantiateVariableFont(TTFont(path), {"wght": (400, 400, 700)})
    # Glyphs that were left for later are read before the next step.
    whole = io.BytesIO()
    font.flavor = None
    font.save(whole)
    font = TTFont(whole)
    options = subset.Options(
        layout_features=FEATURES,
        glyph_names=False,
        hinting=False,
        notdef_outline=True,
        name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14],
    )
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=list(font.getBestCmap()))
    subsetter.subset(font)
    font.flavor = "woff2"
    return font


source, target = Path(sys.argv[1]), Path(sys.argv[2])
for path in sorted(source.glob("*.woff2")):
    smaller(path).save(target / path.name)
