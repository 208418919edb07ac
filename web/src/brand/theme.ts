import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

// Petrol, the one accent: white on shade 7 is 5.6 : 1.
const petrol: MantineColorsTuple = [
  '#e8f5f4',
  '#d3e9e7',
  '#a7d4d0',
  '#77beb8',
  '#50aca4',
  '#369d95',
  '#258d85',
  '#14766f',
  '#0b5f59',
  '#054843',
];

const FONT = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif";

/** The look of every page. */
export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 7 },
  colors: { petrol },
  fontFamily: FONT,
  headings: { fontFamily: FONT, fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Table: { defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'md', fz: 'sm' } },
    Button: { defaultProps: { size: 'sm' } },
    Modal: { defaultProps: { centered: true } },
    // What is cut off on a narrow screen is scrolled by the keyboard as well.
    TableScrollContainer: { defaultProps: { scrollAreaProps: { viewportProps: { tabIndex: 0 } } } },
  },
});

/** Mantine's grey of secondary texts and its red of errors are too close to the background to be read by everyone (WCAG 1.4.3). */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#56606b',
    '--mantine-color-placeholder': '#6b7580',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-text': '#17212b',
    '--page-background': '#f4f6f7',
    '--quiet-border': '#e3e7ea',
  },
  dark: {
    '--mantine-color-dimmed': '#a8b2bc',
    '--mantine-color-placeholder': '#929ca6',
    '--mantine-color-error': '#ff8787',
    '--page-background': '#15191d',
    '--quiet-border': '#2f353b',
    '--mantine-color-body': '#1d2227',
    '--mantine-color-anchor': '#77beb8',
  },
});
