/** A chart of amounts, as messages store it; e-mails show it as a picture. */
export interface MessageChart {
  /** Says what the chart shows, also to those who do not see the picture. */
  title: string;
  bars: ChartBar[];
  /** The meaning of each kind of bar that occurs. */
  legend: { kind: BarKind; label: string }[];
  /** A limit, such as a budget. */
  limit?: { label: string; amount: string };
}

export type BarKind = 'current' | 'earlier' | 'incomplete';

export interface ChartBar {
  /** Letters, digits and punctuation of ASCII. */
  label: string;
  amount: string;
  kind: BarKind;
}
