import { Menu, type MenuProps } from '@mantine/core';
import { Anchor } from './anchor.tsx';
import type { LazyOverlay } from './use-lazy-overlay.ts';
import { useOpened } from './use-opened.ts';

type Props = Pick<MenuProps, 'position' | 'width' | 'children'> & {
  overlay: LazyOverlay;
  className?: string | undefined;
};

/** Loads the dropdown of a menu whose button is on the first screen. */
export function LazyMenu({ overlay: { id, target, isOpen, onChange }, className, children, ...menu }: Props) {
  return (
    <Menu id={id} opened={useOpened(isOpen)} onChange={onChange} {...menu}>
      <Menu.Target>
        <Anchor target={target} />
      </Menu.Target>
      <Menu.Dropdown className={className}>{children}</Menu.Dropdown>
    </Menu>
  );
}
