import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { type ComponentProps, createElement, type MouseEvent } from 'react';
import { tipDelayMs } from '../ui/lazy/tip.tsx';
import { uiWords } from '../ui/words.ts';
import classes from './theme.module.css';

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

/** Mantine's grays, in the hue of theme.css. */
const gray: MantineColorsTuple = [
  '#f5f7f6',
  '#eef2f1',
  '#dfe4e2',
  '#d0d7d5',
  '#b7c0bd',
  '#848f8c',
  '#56635f',
  '#4d5956',
  '#333d3b',
  '#18201f',
];
const dark: MantineColorsTuple = [
  '#dde5e4',
  '#b9c6c5',
  '#95a4a3',
  '#6b7a7c',
  '#3a4648',
  '#263032',
  '#1a2123',
  '#13191a',
  '#101516',
  '#0d1112',
];

/** Colors filled parts from theme.css: Mantine would choose ink for both themes by the light one. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant !== 'filled' || (input.color ?? input.theme.primaryColor) !== input.theme.primaryColor)
    return colors;
  return { background: 'var(--accent)', hover: 'var(--accent-hover)', color: 'var(--on-accent)', border: 'none' };
};

/** Small, with a label as large as other text. */
const inlineInput = {
  defaultProps: { size: 'xs' },
  classNames: { label: classes.inlineLabel, description: classes.description },
};
const combobox = { comboboxProps: { shadow: 'md', transitionProps: { duration: 100 } } };

/** Keeps the focus on a button while it loads: Mantine disables it, which gives its focus to the page. A press then does nothing. */
function renderButton(props: ComponentProps<'button'> & { 'data-loading'?: boolean }) {
  const { 'data-loading': isLoading } = props;
  const onClick = (event: MouseEvent<HTMLElement>) => event.preventDefault();
  const busy = { disabled: false, 'aria-disabled': true, onClick };
  return createElement('button', { type: 'button', ...props, ...(isLoading && busy) });
}

/** Mantine dressed in theme.css, by its variables. */
export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 4 },
  colors: { petrol, gray, dark },
  variantColorResolver,
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font-text)', fontWeight: '600' },
  fontSizes: {
    xs: 'var(--text-xs)',
    sm: 'var(--text-sm)',
    md: 'var(--text-md)',
    lg: 'var(--text-lg)',
    xl: 'var(--text-xl)',
  },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '22px', xl: '28px' },
  spacing: {
    xs: 'var(--space-half)',
    sm: 'var(--space-1)',
    md: 'var(--space-2)',
    lg: 'var(--space-3)',
    xl: 'var(--space-4)',
  },
  radius: { xs: '2px', sm: 'var(--radius)', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Button: {
      defaultProps: { size: 'xs', fz: 'md', fw: 500, renderRoot: renderButton },
      classNames: { loader: classes.loader },
    },
    Input: { defaultProps: { size: 'xs' }, vars: () => ({ wrapper: { '--input-fz': 'var(--text-md)' } }) },
    InputWrapper: {
      // The description below the input: so the inputs of a row align.
      defaultProps: { size: 'xs', inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      classNames: { label: classes.label, description: classes.description },
      vars: () => ({
        label: { '--input-label-size': 'var(--text-sm)' },
        error: { '--input-error-size': 'var(--text-sm)' },
      }),
    },
    TextInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs', ...combobox }, classNames: { option: classes.option } },
    Autocomplete: { defaultProps: combobox },
    PillsInputField: { classNames: { field: classes.pillsField } },
    Checkbox: inlineInput,
    Radio: inlineInput,
    Switch: inlineInput,
    SegmentedControl: { defaultProps: { size: 'sm', transitionDuration: 120 } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'md' } },
    Tooltip: { defaultProps: { openDelay: tipDelayMs, transitionProps: { duration: 100 }, fz: 'sm' } },
    Menu: {
      defaultProps: {
        transitionProps: { duration: 100 },
        shadow: 'md',
        position: 'bottom-start',
        // The first item gets the focus.
        withInitialFocusPlaceholder: false,
      },
    },
    Modal: {
      defaultProps: {
        transitionProps: { duration: 120, transition: 'fade' },
        overlayProps: { backgroundOpacity: 0.35 },
        centered: true,
        closeButtonProps: { 'aria-label': uiWords.close },
      },
      classNames: { content: classes.modal, header: classes.modalHeader, title: classes.modalTitle },
    },
    Notifications: { classNames: { root: classes.notifications } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': uiWords.close } } },
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
