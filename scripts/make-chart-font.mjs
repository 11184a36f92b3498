// Renders the characters of chart labels to src/domain/watch/delivery/chart-font.ts, so that the server draws
// charts without a font renderer. Needs Chromium; run it only to change the size or the characters.
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const fontSize = 28;
const characters = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join(
  '',
);
const font = readFileSync(
  'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
);

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' });
const page = await browser.newPage();
const { height, ascent, advances, alpha } = await page.evaluate(
  async ({ base64, size, text }) => {
    const face = new FontFace('Inter', `url(data:font/woff2;base64,${base64})`, { weight: '450' });
    document.fonts.add(await face.load());
    const canvas = new OffscreenCanvas(100, 100);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    const cellHeight = Math.round(size * 1.25);
    const baseline = Math.round(size);
    const widths = [];
    const bytes = [];
    for (const character of text) {
      context.font = `450 ${size}px Inter`;
      const advance = Math.round(context.measureText(character).width);
      widths.push(advance);
      context.clearRect(0, 0, 100, 100);
      context.fillText(character, 1, baseline);
      const { data } = context.getImageData(0, 0, advance + 2, cellHeight);
      for (let index = 3; index < data.length; index += 4) bytes.push(data[index]);
    }
    return { height: cellHeight, ascent: baseline, advances: widths, alpha: bytes };
  },
  { base64: font.toString('base64'), size: fontSize, text: characters },
);
await browser.close();

// Sixteen shades are enough for smooth edges, and compress well.
const shades = Buffer.from(alpha.map((value) => Math.round(value / 17) * 17));
writeFileSync(
  'src/domain/watch/delivery/chart-font.ts',
  `// Written by scripts/make-chart-font.mjs from Inter, which has the SIL Open Font License 1.1.

/**
 * Bitmaps of the characters of chart labels: one after the other, each \`advance + 2\` pixels wide with one
 * empty pixel on its left, as deflated bytes of opacity.
 */
export const chartFont = {
  first: ${characters.charCodeAt(0)},
  height: ${height},
  ascent: ${ascent},
  advances: [${advances.join(', ')}],
  alpha:
    '${deflateRawSync(shades, { level: 9 }).toString('base64')}',
};
`,
);
