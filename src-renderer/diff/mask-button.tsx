import { Menu } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import type { DiffMask, MaskOrigin } from '#server/diff/contract.ts';
import { useGuard } from '../api/permissions.ts';
import { Icon } from '../ui/icon.tsx';
import classes from './difference.module.css';
import type { MaskChange } from './queries.ts';
import { diffWords } from './words.ts';

type Props = {
  event: string;
  property: string;
  mask: MaskOrigin | null;
  ownMask: DiffMask | null;
  onMask: (change: MaskChange) => void;
};

/** Ignores the values of a property from now on, or compares them again. What an own mask did, its removal undoes. */
export function MaskButton({ event, property, mask, ownMask, onMask }: Props) {
  if (ownMask !== null) {
    const { is_masked, property: masked } = ownMask;
    const label = is_masked ? diffWords.compare(masked) : diffWords.ignoreAgain(masked);
    return <EyeButton label={label} isOpen={is_masked} onClick={() => onMask({ remove: ownMask })} />;
  }
  const set = (of: string | null, is_masked: boolean) => onMask({ set: { event: of, property, is_masked } });
  if (mask !== null) return <EyeButton label={diffWords.compare(property)} isOpen onClick={() => set(event, false)} />;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <EyeButton label={diffWords.ignore(property)} isOpen={false} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{diffWords.ignore(property)}</Menu.Label>
        <Menu.Item onClick={() => set(event, true)}>{diffWords.ignoreHere(event)}</Menu.Item>
        <Menu.Item onClick={() => set(null, true)}>{diffWords.ignoreEverywhere}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

type EyeProps = Omit<React.ComponentProps<'button'>, 'className' | 'type'> & { label: string; isOpen: boolean };

function EyeButton({ label, isOpen, ...props }: EyeProps) {
  return (
    <button
      type="button"
      {...props}
      className={classes.mask}
      aria-label={label}
      title={label}
      {...useGuard('edit_definitions')}
    >
      <Icon of={isOpen ? IconEye : IconEyeOff} size={14} />
    </button>
  );
}
