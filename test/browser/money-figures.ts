import type { Page } from 'playwright-core';
import { Decimal } from '../../src/platform/lib/decimal.js';

/** An amount of money as a page shows it. */
export interface MoneyFigure {
  /** Where it stands: the section or table, and the first cell of its row. */
  where: string;
  text: string;
  /** Its absolute value. */
  amount: Decimal;
  /** What it can differ by from the value behind it: the digits that are not shown. */
  precision: Decimal;
}

interface Shown {
  where: string;
  text: string;
  title: string | null;
}

/** Converted amounts are rounded row by row at the 12th decimal place. */
const roundedRows = new Decimal('1e-6');

const units: Record<string, number> = { '': 1, K: 1e3, M: 1e6, B: 1e9 };
const pattern = /[$€£](\d[\d,]*)(?:\.(\d+))?([KMB](?![A-Za-z]))?/g;

/** The amounts in a text, without their signs: `+` and `over by` say the same as `−`. */
function amountsIn(text: string): Pick<MoneyFigure, 'amount' | 'precision'>[] {
  return [...text.matchAll(pattern)].map(([, whole, places = '', unit = '']) => {
    const size = units[unit]!;
    return {
      amount: new Decimal(`${whole!.replaceAll(',', '')}.${places || '0'}`).times(size),
      precision: new Decimal(10).pow(-places.length).times(size).dividedBy(2),
    };
  });
}

/** Every amount of money that is visible in the main part of a page; axes of charts aside, whose tables have the figures. */
export async function moneyFigures(page: Page): Promise<MoneyFigure[]> {
  const shown = await page.locator('main').evaluate(readShown);
  return shown.flatMap(({ where, text, title }) => {
    const exact = title === null ? [] : amountsIn(title);
    return amountsIn(text).map((figure) =>
      exact.length === 1
        ? { where, text, amount: exact[0]!.amount, precision: roundedRows }
        : { where, text, ...figure },
    );
  });
}

/** Runs in the page. */
function readShown(main: Element): Shown[] {
  const found: Shown[] = [];
  const nodes = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const element = node.parentElement!;
    const text = node.textContent!;
    if (
      !/[$€£]\d/.test(text) ||
      !element.checkVisibility() ||
      element.closest('textarea, .vql, svg') ||
      element.textContent.startsWith('The axis begins at')
    ) {
      continue;
    }
    const section = element.closest('section, table, figure, [role=region], fieldset');
    const heading =
      section?.getAttribute('aria-label') ?? section?.querySelector('h2, h3')?.textContent ?? '';
    const row = element.closest('tr, li')?.querySelector('th, td, a')?.textContent ?? '';
    const title = element.getAttribute('title');
    found.push({
      where: `${heading} › ${row}`,
      text,
      title: /^[+−-]?[$€£]\d/.test(title ?? '') ? title : null,
    });
  }
  return found;
}

/** Whether one of the values is what a figure shows. */
export const isOneOf = ({ amount, precision }: MoneyFigure, values: readonly Decimal[]): boolean =>
  values.some((value) => value.abs().minus(amount).abs().lte(precision));

/** The figures that are none of the values, in words: a page has nothing that the model cannot explain. */
export const unexplained = (
  figures: readonly MoneyFigure[],
  values: readonly Decimal[],
): string[] =>
  figures
    .filter((figure) => !isOneOf(figure, values))
    .map(({ where, text, amount }) => `${where}: ${text} (${amount.toFixed()})`);
