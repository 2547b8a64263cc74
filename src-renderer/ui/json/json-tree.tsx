import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { clip } from '#server/core/text/clip-contract.ts';
import { propertyTypeOf } from '#server/events/properties/property-type-contract.ts';
import { CopyButton } from '../feedback/copy-button.tsx';
import { Icon } from '../icon.tsx';
import looks from '../text.module.css';
import { uiWords } from '../words.ts';
import classes from './json-tree.module.css';
import { LongText } from './long-text.tsx';

export type Path = readonly string[];
type Shared = {
  /** Returns a word that marks the value at this path, such as "changed"; undefined for none. */
  mark?: ((path: Path) => string | undefined) | undefined;
  /** Draws actions on the value at this path, beside its copy button. */
  actions?: ((path: Path, value: unknown) => ReactNode) | undefined;
  /** Levels open initially; 1 shows only the keys of the top level. */
  depth: number;
};

/** Entries of an object or list drawn initially, and added by each "Show more". */
const FIRST_ENTRIES = 200;
const MORE_ENTRIES = 1000;
/** Max characters of a key. */
const MAX_KEY_LENGTH = 200;

/** Shows a JSON object as a foldable tree of keys, values and types. `label` names it for assistive tools. */
export function JsonTree(props: { value: object; label: string; depth?: number } & Pick<Shared, 'mark' | 'actions'>) {
  return (
    <div className={looks.mono}>
      <Entries
        value={props.value}
        path={[]}
        label={props.label}
        shared={{ mark: props.mark, actions: props.actions, depth: props.depth ?? 2 }}
      />
    </div>
  );
}

function Entries({ value, path, label, shared }: { value: object; path: Path; label: string; shared: Shared }) {
  const [most, setMost] = useState(FIRST_ENTRIES);
  const entries = useMemo(() => Object.entries(value), [value]);
  const shown = entries.slice(0, most);
  const left = entries.length - shown.length;
  if (entries.length === 0)
    return <p className={classes.none}>{Array.isArray(value) ? uiWords.json.emptyList : uiWords.json.noProperties}</p>;
  return (
    <ul className={classes.entries} aria-label={label}>
      {shown.map(([key, child]) => (
        <Entry key={key} name={key} value={child} path={[...path, key]} shared={shared} />
      ))}
      {left > 0 && (
        <li>
          <button type="button" className={classes.more} onClick={() => setMost(most + MORE_ENTRIES)}>
            {uiWords.json.showMore(Math.min(left, MORE_ENTRIES), entries.length)}
          </button>
        </li>
      )}
    </ul>
  );
}

function Entry({ name, value, path, shared }: { name: string; value: unknown; path: Path; shared: Shared }) {
  const nested = typeof value === 'object' && value !== null;
  const [open, setOpen] = useState(() => path.length < shared.depth && !isLarge(value));
  const mark = shared.mark?.(path);
  return (
    <li>
      <div className={classes.entry} data-mark={mark}>
        {nested ? (
          <button type="button" className={classes.key} aria-expanded={open} onClick={() => setOpen(!open)}>
            <Icon of={IconChevronRight} size={12} className={classes.chevron} />
            {cut(name)}
          </button>
        ) : (
          <span className={classes.key}>{cut(name)}</span>
        )}
        <span className={classes.value} data-type={propertyTypeOf(value)}>
          {nested ? sizeOf(value) : typeof value === 'string' ? <LongText text={value} /> : JSON.stringify(value)}
        </span>
        {mark !== undefined && <span className={classes.mark}>{mark}</span>}
        <span className={classes.type}>{propertyTypeOf(value)}</span>
        <span className={classes.copy}>
          {shared.actions?.(path, value)}
          <CopyButton value={() => asText(value)} label={cut(path.map(cut).join('.'))} />
        </span>
      </div>
      {nested && open && <Entries value={value} path={path} label={name} shared={shared} />}
    </li>
  );
}

/** Returns whether it starts folded, because it would push everything after it off the page. */
function isLarge(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > FIRST_ENTRIES;
}

const cut = (text: string) => clip(text, MAX_KEY_LENGTH);

function sizeOf(value: object): string {
  const size = Object.keys(value).length;
  return Array.isArray(value) ? `[ ${size} ]` : `{ ${size} }`;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
