import { IconTable } from '@tabler/icons-react';
import { Icon } from '../icon.tsx';
import { uiWords } from '../words.ts';
import classes from './table-toggle.module.css';

/** Shows or hides the table that has the numbers of a chart. */
export function TableToggle({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <button type="button" className={classes.toggle} aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      <Icon of={IconTable} /> {uiWords.showTable}
    </button>
  );
}
