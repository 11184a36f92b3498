import type { BarKind } from './chart.js';

export type MailTheme = 'light' | 'dark';

interface MailColors {
  page: string;
  card: string;
  text: string;
  muted: string;
  border: string;
  button: string;
  limit: string;
  bars: Record<BarKind, string>;
}

/** Colors of e-mails and of the charts in them. */
export const mailColors: Record<MailTheme, MailColors> = {
  light: {
    page: '#f2f4f6',
    card: '#ffffff',
    text: '#16202b',
    muted: '#5a6672',
    border: '#e2e6ea',
    button: '#0b6e4f',
    limit: '#b42318',
    bars: { current: '#0b6e4f', earlier: '#b9c4cd', incomplete: '#8fcbb5' },
  },
  dark: {
    page: '#12161b',
    card: '#1c2229',
    text: '#eef1f4',
    muted: '#a5b0bb',
    border: '#343c46',
    button: '#0e7d5a',
    limit: '#ff8a7a',
    bars: { current: '#3bb88c', earlier: '#56626e', incomplete: '#23614d' },
  },
};
