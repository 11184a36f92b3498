# Writes the fonts of invoices from the variable Inter of the console: two weights, each with all scripts in
# one file, because the PDF library cannot read subsets in WOFF2. Needs Python with fonttools and brotli
# (pip install fonttools brotli); run it only to change weights or scripts.
import os
import tempfile

from fontTools import subset
from fontTools.merge import Merger
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

SOURCE = 'node_modules/@fontsource-variable/inter/files/inter-%s-wght-normal.woff2'
TARGET = 'src/domain/billing/invoices/pdf/fonts/inter-%s.ttf'
SCRIPTS = ['latin', 'latin-ext', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese']
WEIGHTS = {'regular': 400, 'semibold': 600}


def write_part(script, weight, seen, path):
    font = instancer.instantiateVariableFont(TTFont(SOURCE % script), {'wght': weight})
    font.flavor = None
    options = subset.Options()
    # Kerning and figures of one width; the merger cannot join such tables of several parts.
    options.layout_features = ['kern', 'tnum', 'ccmp', 'locl', 'mark', 'mkmk'] if script == 'latin' else []
    options.hinting = False
    options.name_IDs = ['*']
    options.notdef_outline = True
    options.glyph_names = False
    characters = set(font.getBestCmap()) - seen
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    font.save(path)
    return characters


for name, weight in WEIGHTS.items():
    with tempfile.TemporaryDirectory() as folder:
        seen, paths = set(), []
        for script in SCRIPTS:
            path = os.path.join(folder, f'{script}.ttf')
            seen |= write_part(script, weight, seen, path)
            paths.append(path)
        Merger().merge(paths).save(TARGET % name)
