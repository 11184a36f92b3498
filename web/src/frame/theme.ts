import {
  Badge,
  Button,
  type CSSVariablesResolver,
  Combobox,
  InputWrapper,
  type MantineColorsTuple,
  type ModalProps,
  Paper,
  createTheme,
} from '@mantine/core';
import { fontFamily } from '../lib/font.js';

const accent: MantineColorsTuple = [
  '#eef3fc',
  '#dce5f7',
  '#b5c8ee',
  '#8ba9e5',
  '#678fdd',
  '#4f7ed8',
  '#3f72d2',
  '#2f5fc4',
  '#2854b0',
  '#1c489c',
];

/** Without the role, the header of a dialog would be a second banner landmark; its close button needs a name. */
const accessible = {
  closeButtonProps: { 'aria-label': 'Close' },
  attributes: { header: { role: 'presentation' } },
} satisfies Partial<ModalProps>;

export const theme = createTheme({
  fontFamily,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '32px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
  radius: { sm: '4px', md: '6px', lg: '10px' },
  defaultRadius: 'md',
  colors: { accent },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // A state is read as a whole: its column gives way, not its words.
    Badge: Badge.extend({ styles: { root: { minWidth: 'max-content' } } }),
    Button: Button.extend({ styles: { label: { fontWeight: 500 } } }),
    // A page with many lists of options opens faster without those that are closed.
    Combobox: Combobox.extend({ defaultProps: { keepMounted: false } }),
    InputWrapper: InputWrapper.extend({ classNames: { label: 'field-label' } }),
    Paper: Paper.extend({ defaultProps: { radius: 'lg' }, classNames: { root: 'card' } }),
    // By name: their own `extend` would make every page load their code.
    Drawer: { defaultProps: accessible },
    Modal: { defaultProps: accessible },
  },
});

/**
 * Replaces the greys and the red of Mantine, whose contrast is too low. Pages lie on `--page`, what
 * belongs together on a card of the body's colour.
 */
export const contrastColours: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5a6270',
    '--mantine-color-placeholder': '#6b7280',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': accent[8],
    '--mantine-color-default-border': '#dfe3e8',
    '--mantine-color-text': '#16191f',
    '--page': '#f6f7f9',
    '--card-shadow': '0 1px 2px rgb(16 24 40 / 5%)',
  },
  dark: {
    '--mantine-color-dimmed': '#a9b0bb',
    '--mantine-color-placeholder': '#9aa1ac',
    '--mantine-color-error': '#ff9b8f',
    '--mantine-color-anchor': accent[3],
    '--mantine-color-body': '#1a1d23',
    '--mantine-color-default': '#22262d',
    '--mantine-color-default-hover': '#2a2f37',
    '--mantine-color-default-border': '#323842',
    '--mantine-color-text': '#e6e8ec',
    '--page': '#121419',
    '--card-shadow': 'none',
  },
});
