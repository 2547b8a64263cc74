import { IconCircle, IconCircleCheck, IconCircleDashed, type TablerIcon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Experiment } from '#server/experiments/contract.ts';
import { Icon } from '../../ui/icon.tsx';
import classes from './checklist.module.css';
import { type ChecklistItem, checklistOf, type FormSection } from './checklist-items.ts';
import type { ExperimentFormState } from './use-experiment-form.ts';
import { words } from './words.tsx';

const { checklist: text } = words;

/**
 * Items that are left out. While it runs, a notice above says that no code was seen. After the end neither code nor new events are
 * expected, and the flag may serve one variant to everyone.
 */
const hidden: Record<Experiment['status'], ChecklistItem['id'][]> = {
  draft: [],
  running: ['code'],
  complete: ['audience', 'data', 'code'],
};

type Props = {
  experiment: Experiment | null;
  state: ExperimentFormState;
  /** Called to focus a section of the form. */
  onPart: (part: FormSection) => void;
};

/** Shows what is done and what is left. None of it prevents saving. */
export function Checklist({ experiment, state, onPart }: Props) {
  const items = checklistOf({
    form: state.form,
    problems: state.shown.errors,
    link: state.link.kind,
    measured: state.measured,
    warnings: state.warnings,
    isCodeKnown: experiment?.feature_flag_key === state.form.key.trim(),
    needed: experiment === null || experiment.status === 'draft' ? (state.plan.figures?.people ?? null) : null,
  }).filter(({ id }) => !hidden[experiment?.status ?? 'draft'].includes(id));
  const left = items.filter((item) => item.state !== 'done').length;
  return (
    <>
      <h2 className={classes.title}>
        {experiment === null || experiment.status === 'draft' ? text.beforeLaunch : text.setup}
        <span className={classes.left}>{text.left(left)}</span>
      </h2>
      <ul className={classes.items} aria-label={text.label}>
        {items.map((item) => (
          <Item key={item.id} item={item} onPart={onPart}>
            {item.id === 'code' && item.state === 'todo' && state.link.kind === 'own' && state.link.flag !== null && (
              <Link
                to="/feature-flags/$flagId"
                params={{ flagId: state.link.flag.id }}
                search={{ tab: 'snippets' }}
                className={classes.link}
              >
                {text.copyCode}
              </Link>
            )}
          </Item>
        ))}
      </ul>
    </>
  );
}

const icons: Record<ChecklistItem['state'], TablerIcon> = {
  done: IconCircleCheck,
  todo: IconCircle,
  wait: IconCircleDashed,
};

function Item({ item, onPart, children }: { item: ChecklistItem; onPart: Props['onPart']; children: React.ReactNode }) {
  const { title, state, hint, part } = item;
  return (
    <li className={classes.item} data-state={state}>
      <Icon of={icons[state]} size={16} label={text.states[state]} />
      <div className={classes.body}>
        {part === null || state === 'done' ? (
          <span className={classes.name}>{title}</span>
        ) : (
          <button type="button" className={classes.name} onClick={() => onPart(part)}>
            {title}
          </button>
        )}
        {hint !== '' && <p className={classes.hint}>{hint}</p>}
        {children}
      </div>
    </li>
  );
}
