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

/** The code points that the text of a file can be copied as. */
function charactersOf(pdf: Buffer): Set<string> {
  const streams = pdf.toString('latin1').matchAll(/\nstream\n([\s\S]*?)\nendstream/g);
  const maps = Array.from(streams, ([, bytes]) => tryInflate(Buffer.from(bytes!, 'latin1'))).filter(
    (content) => content.includes('begincmap'),
  );
  const codes = maps.flatMap((map) =>
    Array.from(map.matchAll(/<([0-9a-f]{4})>/gi), ([, hex]) => hex!),
  );
  return new Set(codes.map((hex) => String.fromCodePoint(Number.parseInt(hex, 16))));
}

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

test('Latin, Greek and Cyrillic names are printed, other scripts by a placeholder', async () => {
  const printed = charactersOf(await renderPdf(invoiceOf(1)));
  for (const character of 'ŻółtaŁódźΕλληνικάКириллица') expect(printed).toContain(character);
  const other = charactersOf(await renderPdf(invoiceOf(1, { company_name: '株式会社' })));
  expect(other).toContain('?');
  expect(other).not.toContain('株');
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
