import { IconArrowRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { FoldButton } from '../fold-button.tsx';
import { Icon } from '../icon.tsx';
import layout from '../layout.module.css';
import { ScrollBox } from '../scroll-box.tsx';
import { RelativeTime } from '../table/relative-time.tsx';
import looks from '../text.module.css';
import { type NamedUser, userName } from '../user-name.ts';
import { uiWords } from '../words.ts';
import classes from './change-item.module.css';
import { jsonDiff } from './json-diff.ts';

/** One changed field, in words; `before` and `after` are null where `what` is enough ("turned on"). */
export type FieldChange = { what: string; before: string | null; after: string | null };

type Recorded = { at: string; user: NamedUser | null; before: unknown; after: unknown };
type Props = { change: Recorded; what: string; fields: FieldChange[]; actions?: ReactNode };

/** Shows a change: by whom, when, which fields, and the JSON difference on demand. */
export function ChangeItem({ change, what, fields, actions }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <li className={classes.change}>
      <div className={classes.head}>
        <span className={classes.what}>{what}</span>
        <span className={looks.dim}>
          {change.user === null ? uiWords.history.byTheServer : uiWords.history.by(userName(change.user))},{' '}
          <RelativeTime date={change.at} />
        </span>
        <span className={classes.actions}>
          {actions}
          <FoldButton isOpen={open} onToggle={() => setOpen(!open)}>
            {uiWords.history.json}
          </FoldButton>
        </span>
      </div>
      <FieldChanges fields={fields} />
      {open && <JsonDiff before={change.before} after={change.after} />}
    </li>
  );
}

export function FieldChanges({ fields }: { fields: FieldChange[] }) {
  if (fields.length === 0) return null;
  return (
    <ul className={layout.list}>
      {fields.map(({ what, before, after }) => (
        <li key={what} className={classes.field}>
          <span className={looks.muted}>
            {what}
            {(before ?? after) !== null && ':'}
          </span>{' '}
          {before !== null && <del className={looks.muted}>{before === '' ? uiWords.history.empty : before}</del>}{' '}
          {before !== null && after !== null && (
            <Icon of={IconArrowRight} size={12} label={uiWords.history.to} className={classes.arrow} />
          )}{' '}
          {after !== null && <ins className={classes.after}>{after === '' ? uiWords.history.empty : after}</ins>}
        </li>
      ))}
    </ul>
  );
}

const tones = { ' ': undefined, '-': 'danger', '+': 'ok' };

function JsonDiff({ before, after }: { before: unknown; after: unknown }) {
  const lines = jsonDiff(before, after);
  return (
    <ScrollBox as="pre" className={classes.json}>
      {lines.map(({ sign, text }, index) => {
        const Line = sign === ' ' ? 'span' : sign === '-' ? 'del' : 'ins';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one change never move
          <Line key={index} className={classes.line} data-tone={tones[sign]}>
            {sign} {text}
          </Line>
        );
      })}
    </ScrollBox>
  );
}
