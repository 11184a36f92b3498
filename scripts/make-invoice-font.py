# Writes the fonts of invoices: Inter of the console in two weights, and one font with many more scripts for texts
# that Inter cannot print. Each is one file, because the PDF library cannot read subsets in WOFF2. Run it only to
# change weights or scripts. It needs
#   pip install fonttools brotli
#   npm install --no-save @fontsource/noto-sans-{arabic,hebrew,kr} @fontsource/noto-emoji
#   apt-get install fonts-droid-fallback
import glob
import os
import tempfile

from fontTools import subset
from fontTools.merge import Merger
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib import instancer

FILES = 'node_modules/@fontsource%s/files/'
INTER = FILES % '-variable/inter' + 'inter-%s-wght-normal.woff2'
CJK = '/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf'
TARGET = 'src/platform/pdf/fonts/%s.ttf'
SCRIPTS = ['latin', 'latin-ext', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese']
WEIGHTS = {'regular': 400, 'semibold': 600}
UNITS = 2048

HANGUL = {*range(0xAC00, 0xD7A4)}
# Parts of Hangul syllables: where a font has them, the PDF library prints syllables in parts, which takes layout
# features that the font does not have.
JAMO = {*range(0x1100, 0x1200), *range(0xA960, 0xA980), *range(0xD7B0, 0xD800)}

# Kerning and figures of one width; the merger cannot join such tables of several parts.
LATIN_FEATURES = ['kern', 'tnum', 'ccmp', 'locl', 'mark', 'mkmk']
ARABIC_FEATURES = ['init', 'medi', 'fina', 'isol', 'rlig', 'ccmp', 'mark', 'mkmk']


def inter(script, weight):
    return instancer.instantiateVariableFont(TTFont(INTER % script), {'wght': weight})


def noto(name, script):
    return TTFont(FILES % f'/{name}' + f'{name}-{script}-400-normal.woff2')


def write_part(font, features, characters, path):
    font.flavor = None
    options = subset.Options()
    options.layout_features = features
    options.hinting = False
    options.name_IDs = ['*']
    options.notdef_outline = True
    options.glyph_names = False
    options.drop_tables += ['vhea', 'vmtx', 'meta', 'gasp', 'STAT']
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    scale_upem(font, UNITS)
    font.save(path)


def write_font(parts, target):
    """Joins fonts, each with the layout features to keep; a character comes from the first that has it."""
    with tempfile.TemporaryDirectory() as folder:
        seen, paths = set(JAMO), []
        for index, (font, features, *only) in enumerate(parts):
            characters = set(font.getBestCmap()).intersection(*only) - seen
            if not characters:
                continue
            path = os.path.join(folder, f'{index}.ttf')
            write_part(font, features, characters, path)
            seen |= characters
            paths.append(path)
        Merger().merge(paths).save(TARGET % target)


for name, weight in WEIGHTS.items():
    write_font(
        [(inter(script, weight), LATIN_FEATURES if script == 'latin' else []) for script in SCRIPTS],
        f'inter-{name}',
    )

emoji = sorted(glob.glob(FILES % '/noto-emoji' + 'noto-emoji-*-400-normal.woff2'))
write_font(
    [(inter(script, 400), []) for script in SCRIPTS]
    + [(noto('noto-sans-arabic', 'arabic'), ARABIC_FEATURES), (noto('noto-sans-hebrew', 'hebrew'), [])]
    + [(noto('noto-sans-kr', 'korean'), [], HANGUL), (TTFont(CJK), [])]
    + [(TTFont(path), []) for path in emoji],
    'more-scripts',
)
