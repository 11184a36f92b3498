import type { Screen } from './command.js';

type Colour = 'bold' | 'dim' | 'green' | 'yellow';

interface Cell {
  text: string;
  colour?: Colour | undefined;
}

export interface ScreenColumn<Row> {
  header: string;
  isNumeric?: boolean;
  cell: (row: Row) => Cell;
}

interface ScreenTable<Row> {
  /** The first column, which is cut where the screen is too narrow. */
  label: ScreenColumn<Row>;
  /** Sets of further columns, the widest first; the first that fits is printed, or the last. */
  choices: ScreenColumn<Row>[][];
  rows: readonly Row[];
  colourOf: (row: Row) => Colour | undefined;
}

const gap = '  ';
const [minLabelWidth, goodLabelWidth] = [12, 24];

/** A table with aligned columns that fits the screen. */
export function screenTable<Row>(
  { label, choices, rows, colourOf }: ScreenTable<Row>,
  { columns: limit, hasColours }: Screen,
): string[] {
  const widthOf = ({ header, cell }: ScreenColumn<Row>): number =>
    Math.max(lengthOf(header), ...rows.map((row) => lengthOf(cell(row).text)));
  const total = (columns: readonly ScreenColumn<Row>[]) =>
    columns.reduce((sum, column) => sum + gap.length + widthOf(column), 0);
  const available = limit ?? Infinity;
  const wanted = widthOf(label);
  const chosen =
    choices.find((each) => Math.min(wanted, goodLabelWidth) + total(each) <= available) ??
    choices.at(-1)!;
  const labelWidth = Math.min(wanted, Math.max(minLabelWidth, available - total(chosen)));
  const columns = [
    { ...label, width: labelWidth },
    ...chosen.map((column) => ({ ...column, width: widthOf(column) })),
  ];
  const line = (cells: readonly Cell[], colour: Colour | undefined) =>
    columns
      .map(({ width, isNumeric = false }, index) => {
        const { text, colour: own = colour } = cells[index]!;
        const isLast = index === columns.length - 1;
        const aligned = align(text, width, isNumeric);
        return paint(isLast ? aligned.trimEnd() : aligned, hasColours ? own : undefined);
      })
      .join(gap)
      .trimEnd();
  return [
    line(
      columns.map(({ header }) => ({ text: header })),
      'bold',
    ),
    ...rows.map((row) =>
      line(
        columns.map(({ cell }) => cell(row)),
        colourOf(row),
      ),
    ),
  ];
}

/** Names come from bills, so they must not control the terminal or change the direction of text. */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '�');

const lengthOf = (text: string) => Array.from(text).length;

function align(text: string, width: number, isNumeric: boolean): string {
  const characters = Array.from(text);
  if (characters.length > width) return `${characters.slice(0, width - 1).join('')}…`;
  const padding = ' '.repeat(width - characters.length);
  return isNumeric ? padding + text : text + padding;
}

const codes = { bold: 1, dim: 2, green: 32, yellow: 33 };

const paint = (text: string, colour: Colour | undefined) =>
  colour ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text;
