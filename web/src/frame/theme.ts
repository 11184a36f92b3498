import {
  type CSSVariablesResolver,
  Drawer,
  type MantineColorsTuple,
  Modal,
  createTheme,
} from '@mantine/core';

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
};

export const theme = createTheme({
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  headings: {
    sizes: { h1: { fontSize: '20px' }, h2: { fontSize: '16px' }, h3: { fontSize: '14px' } },
  },
  spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
  radius: { md: '6px' },
  defaultRadius: 'md',
  colors: { accent },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Drawer: Drawer.extend({ defaultProps: accessible }),
    Modal: Modal.extend({ defaultProps: accessible }),
  },
});

/** Replaces the greys and the red of Mantine, whose contrast is too low. */
export const contrastColours: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5a6270',
    '--mantine-color-placeholder': '#6b7280',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': accent[8],
    '--mantine-color-default-border': '#d9dde3',
  },
  dark: {
    '--mantine-color-dimmed': '#a9b0bb',
    '--mantine-color-placeholder': '#9aa1ac',
    '--mantine-color-error': '#ff9b8f',
    '--mantine-color-anchor': accent[3],
    '--mantine-color-body': '#16181d',
  },
});
