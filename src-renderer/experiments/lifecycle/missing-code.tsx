import { IconCodeCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import { SnippetsPanel } from '../../flags/snippets/snippets-panel.tsx';
import { useProject } from '../../projects/current-project.ts';
import { NothingShown } from '../../ui/feedback/nothing-shown.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { FoldButton } from '../../ui/fold-button.tsx';
import layout from '../../ui/layout.module.css';
import listPage from '../../ui/page/list-page.module.css';
import { FlagLink } from '../list/experiment-columns.tsx';
import { ExperimentStatusChip } from '../list/experiment-status.tsx';
import { missingCodeQuery } from '../queries.ts';
import { experimentWords } from '../words.ts';
import classes from './missing-code.module.css';
import { lifecycleWords } from './words.tsx';

const { missingCode: text } = lifecycleWords;

/** Lists experiments whose flag no app has requested, each with its code; a requested one leaves the list on its own. */
export function MissingCode() {
  const project = useProject();
  const query = useQuery(missingCodeQuery(project.id));
  if (query.data === undefined) return <QueryState query={query} what={text.label} />;
  const { results } = query.data;
  if (results.length === 0) return <NothingMissing />;
  return (
    <ul className={layout.list} aria-label={text.label}>
      {results.map((experiment, index) => (
        <Missing key={experiment.id} experiment={experiment} isFirst={index === 0} />
      ))}
    </ul>
  );
}

function Missing({ experiment, isFirst }: { experiment: Experiment; isFirst: boolean }) {
  const [open, setOpen] = useState(isFirst);
  const id = useId();
  const { name, variants, feature_flag_key: key } = experiment;
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <FoldButton isOpen={open} onToggle={() => setOpen(!open)} label={text.codeFor(name)} controls={id} />
        <Link
          to="/experiments/$experimentId"
          params={{ experimentId: experiment.id }}
          className={listPage.clippedName}
          title={name}
        >
          {name}
        </Link>
        <ExperimentStatusChip experiment={experiment} quiet />
        <FlagLink experiment={experiment} />
      </div>
      <div id={id} className={classes.code} hidden={!open}>
        {open && (
          <SnippetsPanel
            flagKey={key}
            variants={variants.map((each) => each.key)}
            hasPayload={false}
            groupType={null}
          />
        )}
      </div>
    </li>
  );
}

function NothingMissing() {
  return <NothingShown reason={text.none} icon={IconCodeCircle} to="/experiments" showAll={experimentWords.showAll} />;
}
