import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core';

const petrol: MantineColorsTuple = [
  '#e6f3f7',
  '#cfe6ed',
  '#a3d3e0',
  '#7fcde2',
  '#5cc3de',
  '#2f9fbd',
  '#147d9a',
  '#0b5f76',
  '#084b5e',
  '#063747',
];

/** Mantine dressed in theme.css: the numbers below repeat its type scale, the rest refers to its variables. */
export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 4 },
  colors: { petrol },
  autoContrast: true,
  luminanceThreshold: 0.4,
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font-text)', fontWeight: '600' },
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '15px', xl: '19px' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '22px', xl: '28px' },
  spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Button: { defaultProps: { size: 'xs', fz: 'md', fw: 500 } },
    TextInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm' } },
    SegmentedControl: { defaultProps: { size: 'sm', transitionDuration: 120 } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'md' } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 100 }, fz: 'sm' } },
    Menu: { defaultProps: { transitionProps: { duration: 100 }, shadow: 'md', position: 'bottom-start' } },
    Modal: { defaultProps: { transitionProps: { duration: 120, transition: 'fade' }, centered: true } },
    Skeleton: { defaultProps: { radius: 'xs' } },
  },
});

export const colorSchemeManager = localStorageColorSchemeManager({ key: 'benchtop-color-scheme' });

const surfaces = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-dim)',
  '--mantine-color-placeholder': 'var(--text-dim)',
  '--mantine-color-default': 'var(--surface-raised)',
  '--mantine-color-default-hover': 'var(--surface-hover)',
  '--mantine-color-default-border': 'var(--hairline)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-anchor': 'var(--accent)',
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { '--input-bd': 'var(--hairline-strong)' },
  light: surfaces,
  dark: surfaces,
});
