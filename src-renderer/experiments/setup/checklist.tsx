import { IconCircle, IconCircleCheck, IconCircleDashed, type TablerIcon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Experiment } from '#server/experiments/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { Icon } from '../../ui/icon.tsx';
import { missingCodeQuery } from '../queries.ts';
import classes from './checklist.module.css';
import { type ChecklistItem, checklistOf, type Part } from './checklist-items.ts';
import type { ExperimentFormState } from './use-experiment-form.ts';

type Props = {
  experiment: Experiment | null;
  state: ExperimentFormState;
  /** Leads to a part of the form. */
  onPart: (part: Part) => void;
};

/** What is done and what is left, each with what to do. Nothing of it keeps one from saving. */
export function Checklist({ experiment, state, onPart }: Props) {
  const project = useProject();
  const missing = useQuery({ ...missingCodeQuery(project.id), enabled: experiment !== null });
  const lacksCode = missing.data?.results.some(({ id }) => id === experiment?.id);
  const items = checklistOf({
    form: state.form,
    problems: state.shown.errors,
    link: state.link.kind,
    measured: state.measured,
    isCodeSeen: lacksCode === undefined ? null : !lacksCode,
    isNew: experiment === null,
    // Of what has ended nobody says whether code still asks.
  }).filter(({ id }) => id !== 'code' || experiment?.status !== 'complete');
  const left = items.filter((item) => item.state === 'todo').length;
  return (
    <>
      <h2 className={classes.title}>
        {experiment === null || experiment.status === 'draft' ? 'Before the launch' : 'Setup'}
        <span className={classes.left}>{left === 0 ? 'all done' : `${left} left`}</span>
      </h2>
      <ul className={classes.items} aria-label="Checklist">
        {items.map((item) => (
          <Item key={item.id} item={item} onPart={onPart}>
            {item.id === 'code' && item.state === 'todo' && state.link.kind === 'own' && state.link.flag !== null && (
              <Link
                to="/feature-flags/$flagId"
                params={{ flagId: state.link.flag.id }}
                search={{ tab: 'snippets' }}
                className={classes.link}
              >
                Code to copy
              </Link>
            )}
          </Item>
        ))}
      </ul>
    </>
  );
}

const marks: Record<ChecklistItem['state'], { icon: TablerIcon; words: string }> = {
  done: { icon: IconCircleCheck, words: 'Done' },
  todo: { icon: IconCircle, words: 'To do' },
  wait: { icon: IconCircleDashed, words: 'Not known yet' },
};

function Item({ item, onPart, children }: { item: ChecklistItem; onPart: Props['onPart']; children: React.ReactNode }) {
  const { title, state, hint, part } = item;
  const { icon, words } = marks[state];
  return (
    <li className={classes.item} data-state={state}>
      <Icon of={icon} size={16} label={words} />
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
