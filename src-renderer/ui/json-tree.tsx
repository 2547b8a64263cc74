import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyButton } from './copy-button.tsx';
import classes from './json-tree.module.css';

export type JsonMark = 'added' | 'changed' | 'removed';
type Path = readonly string[];
type Shared = {
  /** What to say beside the value at this path, as "changed" since something; undefined for nothing. */
  mark?: ((path: Path, value: unknown) => JsonMark | undefined) | undefined;
  /** Levels open at first; 1 shows the top level's keys only. */
  depth: number;
};

/** How many entries of one object or array are drawn before "show all". */
const MANY = 200;

/** A JSON object as a tree: key, value, type; nested ones fold. `label` names it for assistive tools. */
export function JsonTree(props: { value: object; label: string; mark?: Shared['mark']; depth?: number }) {
  return (
    <div className={classes.tree}>
      <Entries
        value={props.value}
        path={[]}
        label={props.label}
        shared={{ mark: props.mark, depth: props.depth ?? 2 }}
      />
    </div>
  );
}

function Entries({ value, path, label, shared }: { value: object; path: Path; label: string; shared: Shared }) {
  const [all, setAll] = useState(false);
  const entries = Object.entries(value);
  const shown = all ? entries : entries.slice(0, MANY);
  if (entries.length === 0)
    return <p className={classes.none}>{Array.isArray(value) ? 'empty list' : 'no properties'}</p>;
  return (
    <ul className={classes.entries} aria-label={label}>
      {shown.map(([key, child]) => (
        <Entry key={key} name={key} value={child} path={[...path, key]} shared={shared} />
      ))}
      {entries.length > shown.length && (
        <li>
          <button type="button" className={classes.more} onClick={() => setAll(true)}>
            Show all {entries.length}
          </button>
        </li>
      )}
    </ul>
  );
}

function Entry({ name, value, path, shared }: { name: string; value: unknown; path: Path; shared: Shared }) {
  const nested = typeof value === 'object' && value !== null;
  const [open, setOpen] = useState(path.length < shared.depth);
  const mark = shared.mark?.(path, value);
  return (
    <li>
      <div className={classes.entry} data-mark={mark}>
        {nested ? (
          <button type="button" className={classes.key} aria-expanded={open} onClick={() => setOpen(!open)}>
            <IconChevronRight size={12} className={classes.chevron} aria-hidden="true" />
            {name}
          </button>
        ) : (
          <span className={classes.key}>{name}</span>
        )}
        <span className={classes.value} data-type={typeOf(value)}>
          {nested ? sizeOf(value) : JSON.stringify(value)}
        </span>
        {mark !== undefined && <span className={classes.mark}>{mark}</span>}
        <span className={classes.type}>{typeOf(value)}</span>
        <span className={classes.copy}>
          <CopyButton value={asText(value)} label={path.join('.')} />
        </span>
      </div>
      {nested && open && <Entries value={value} path={path} label={name} shared={shared} />}
    </li>
  );
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

function sizeOf(value: object): string {
  const size = Object.keys(value).length;
  return Array.isArray(value) ? `[ ${size} ]` : `{ ${size} }`;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
