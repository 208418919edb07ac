import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import classes from './theme.module.css';

// Petrol, the one accent: white on shade 7 has a contrast of 5.6 : 1.
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

// Dark-theme grays with a little of the light theme's blue: 0 text, 4 borders, 6 cards and fields, 7 the page's bars.
const dark: MantineColorsTuple = [
  '#dde3e8',
  '#b9c2ca',
  '#929ca6',
  '#6c7680',
  '#3a434b',
  '#2d353c',
  '#1f252b',
  '#1a1f24',
  '#15191d',
  '#0f1215',
];

const FONT = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif";

/** Modal titles, which may take several lines. */
const TITLE = { fontWeight: 650, lineHeight: 1.3 };

/** Theme of every page. */
export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 7 },
  colors: { petrol, dark },
  fontFamily: FONT,
  headings: { fontFamily: FONT, fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Table: { defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'md', fz: 'sm' } },
    Button: { defaultProps: { size: 'sm' } },
    Tabs: { classNames: { list: classes['tabs'] } },
    Modal: { defaultProps: { centered: true }, styles: { title: TITLE } },
    Drawer: { styles: { title: TITLE } },
    // Makes content cut off on a narrow screen scrollable by keyboard.
    TableScrollContainer: { defaultProps: { scrollAreaProps: { viewportProps: { tabIndex: 0 } } } },
  },
});

/** Mantine's gray of dimmed text and its red of errors have too little contrast (WCAG 1.4.3). */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#56606b',
    '--mantine-color-placeholder': '#6b7580',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-text': '#17212b',
    '--page-background': '#f4f6f7',
    '--quiet-border': '#e3e7ea',
    '--quiet-background': '#f8fafb',
  },
  dark: {
    '--mantine-color-dimmed': '#a8b2bc',
    '--mantine-color-placeholder': '#929ca6',
    '--mantine-color-error': '#ff8787',
    '--page-background': '#15191d',
    '--quiet-border': '#2f353b',
    '--quiet-background': '#1b2126',
    '--mantine-color-body': '#1f252b',
    '--mantine-color-anchor': '#77beb8',
    '--mantine-color-petrol-light': '#183a37',
    '--mantine-color-petrol-light-hover': '#1f4744',
    '--mantine-color-petrol-light-color': '#a7d4d0',
  },
});
