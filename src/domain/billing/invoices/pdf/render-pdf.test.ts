import { deflateSync, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pngHeader, pngOf } from '../../../../../test/pictures.js';
import { buildInvoice } from '../invoice-document.js';
import { renderInWorker } from './render-in-worker.js';
import { renderPdf } from './render-pdf.js';

const party = {
  company_name: 'Żółta Łódź Ελληνικά Кириллица',
  address_line_1: null,
  address_line_2: null,
  city: null,
  state: null,
  postal_code: null,
  country_code: 'PL',
  billing_email: [],
  custom_fields: [],
};

const invoiceOf = (lines: number, changes: Partial<typeof party> = {}) =>
  buildInvoice({
    number: 'INV-2026-001',
    account_name: 'Boat',
    billing_period_start: '2026-02-01',
    billing_period_end: '2026-02-28',
    issue_date: '2026-03-10',
    payment_terms_days: 10,
    seller: { ...party, ...changes, bank_name: null, beneficiary_name: null, tax_id: null },
    secure_data: { account_number: null, routing_number: null, iban: null, swift_bic: null },
    logo: null,
    buyer: party,
    adjustment_items: [],
    costs: {
      currency: 'EUR',
      costs: Array.from({ length: lines }, (_, index) => ({
        provider: 'aws',
        providerName: 'AWS',
        service: `Service ${index}`,
        chargeType: 'Usage',
        amount: '1.005',
      })),
    },
  });

/** What the glyphs of a file are copied as, once for each glyph. */
function textsOfGlyphs(pdf: Buffer): string[] {
  const streams = pdf.toString('latin1').matchAll(/\nstream\n([\s\S]*?)\nendstream/g);
  const maps = Array.from(streams, ([, bytes]) => tryInflate(Buffer.from(bytes!, 'latin1'))).filter(
    (content) => content.includes('begincmap'),
  );
  return maps.flatMap((map) =>
    // A character of two code units is written as `<d83d de80>`.
    Array.from(map.matchAll(/<([0-9a-f]{4}(?: [0-9a-f]{4})?)>/gi), ([, hex]) =>
      Buffer.from(hex!.replace(' ', ''), 'hex').swap16().toString('utf16le'),
    ),
  );
}

const charactersOf = (pdf: Buffer) => new Set(textsOfGlyphs(pdf));

function tryInflate(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return '';
  }
}

const pagesOf = (pdf: Buffer) => Number(/\/Count (\d+)/.exec(pdf.toString('latin1'))![1]);

test('the same invoice gives the same bytes', async () => {
  const [one, two] = [await renderPdf(invoiceOf(5)), await renderPdf(invoiceOf(5))];
  expect(one.equals(two)).toBe(true);
});

test('lines that do not fit continue on further pages', async () => {
  expect(pagesOf(await renderPdf(invoiceOf(0)))).toBe(1);
  expect(pagesOf(await renderPdf(invoiceOf(12)))).toBe(1);
  expect(pagesOf(await renderPdf(invoiceOf(60)))).toBe(3);
});

test.each([
  ['Latin, Greek and Cyrillic', 'Żółta Łódź Ελληνικά Кириллица'],
  ['Chinese', '某某科技有限公司'],
  ['Japanese', '株式会社ファージング'],
  ['Korean', '주식회사 파딩'],
  ['Hebrew', 'חברה בע״מ'],
  ['symbols', 'Acme 🚀☕'],
])('names in %s are printed', async (_script, name) => {
  const printed = charactersOf(await renderPdf(invoiceOf(1, { company_name: name })));
  for (const character of name.replaceAll(' ', '')) expect(printed).toContain(character);
  expect(printed).not.toContain('?');
});

test('Arabic letters are joined', async () => {
  const glyphsOf = async (name: string) =>
    textsOfGlyphs(await renderPdf(invoiceOf(1, { company_name: name }))).filter(
      (text) => text === 'ع',
    );
  // A letter has a form of its own at the start, in the middle and at the end of a word.
  expect([(await glyphsOf('ع')).length, (await glyphsOf('ععع')).length]).toEqual([1, 3]);
});

test('what no font has is printed as a placeholder', async () => {
  const printed = charactersOf(await renderPdf(invoiceOf(1, { company_name: 'ไทย' })));
  expect(printed).toContain('?');
  expect(printed).not.toContain('ไ');
});

/** A picture with transparency, which the PDF library unpacks outside any function that we could guard. */
const logoOf = (packed: Buffer) => pngOf(pngHeader(4, 4, 6), packed);
const packed = deflateSync(Buffer.alloc(4 * 17));

const hasPicture = async (logo: Buffer) =>
  (await renderInWorker({ ...invoiceOf(1), logo })).includes('/Subtype /Image');

test('a stored logo that is cut off is replaced by the name of the seller', async () => {
  expect(await hasPicture(logoOf(packed))).toBe(true);
  expect(await hasPicture(logoOf(packed.subarray(0, -6)))).toBe(false);
});

test('the main thread is free while a long invoice is rendered', async () => {
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 1);
  const pdf = await renderInWorker(invoiceOf(400));
  clearInterval(counting);
  expect(turns).toBeGreaterThan(10);
  expect(pdf.equals(await renderPdf(invoiceOf(400)))).toBe(true);
});
