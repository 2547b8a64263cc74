import { Link } from '@tanstack/react-router';
import type { PersonPreview, PreviewedExperiment, PreviewedFlag } from '#server/person-preview/contract.ts';
import { experimentStatusWords } from '../experiments/words.ts';
import { ValueMark } from '../flags/variants/value-mark.tsx';
import listPage from '../ui/page/list-page.module.css';
import { Section } from '../ui/page/section.tsx';
import { DataTable } from '../ui/table/data-table.tsx';
import { RelativeTime } from '../ui/table/relative-time.tsx';
import looks from '../ui/text.module.css';
import classes from './preview.module.css';
import { words } from './words.tsx';

const { experiments: text } = words;

/** Shows what each experiment's results count the person for, and what its flag gives now. */
export function PreviewedExperiments({ preview }: { preview: PersonPreview }) {
  const { experiments, experiment_count: count } = preview;
  const flags = new Map(preview.flags.map((flag) => [flag.id, flag]));
  const flagOf = ({ feature_flag: id }: PreviewedExperiment) => (id === null ? undefined : flags.get(id));
  return (
    <Section title={text.title} count={count}>
      {experiments.length === 0 ? (
        <p className={classes.hint}>{text.none}</p>
      ) : (
        <>
          <DataTable
            label={text.table}
            columns={[
              { header: text.name, width: '36%', cell: (one) => <Name experiment={one} /> },
              { header: text.counted, cell: (one) => <Counted experiment={one} /> },
              { header: text.now, width: '26%', cell: (one) => <Now experiment={one} flag={flagOf(one)} /> },
            ]}
            rows={experiments}
            rowKey={({ id }) => id}
            isInactive={({ archived }) => archived}
          />
          <p className={classes.hint}>{text.hint}</p>
        </>
      )}
      {count > experiments.length && <p className={classes.hint}>{text.newest(experiments.length, count)}</p>}
    </Section>
  );
}

function Name({ experiment: { id, name, status, archived } }: { experiment: PreviewedExperiment }) {
  return (
    <div className={classes.cell}>
      <Link to="/experiments/$experimentId" params={{ experimentId: id }} className={listPage.name} title={name}>
        {name}
      </Link>
      <span className={looks.dim}>{archived ? text.archived : experimentStatusWords[status]}</span>
    </div>
  );
}

function Counted({ experiment: { exposure, variants } }: { experiment: PreviewedExperiment }) {
  if (exposure === null) return <span className={looks.dim}>{text.computing}</span>;
  const { state, variant, at, event } = exposure;
  if (variant === null || at === null) return <span className={classes.reason}>{text.states[state]}</span>;
  return (
    <div className={classes.cell}>
      <ValueMark value={variant} variants={variants.map(({ key }) => key)} />
      <span className={looks.dim}>
        {event === null ? (
          text.states[state]
        ) : (
          <Link to="/live" search={{ selected: event }}>
            {text.states[state]}
          </Link>
        )}{' '}
        <RelativeTime date={at} />
      </span>
    </div>
  );
}

type NowProps = { experiment: PreviewedExperiment; flag: PreviewedFlag | undefined };

function Now({ experiment: { status, exposure, variants }, flag }: NowProps) {
  if (flag === undefined) return <span className={looks.dim}>{text.noFlag}</span>;
  const counted = exposure?.variant ?? null;
  return (
    <div className={classes.cell}>
      <ValueMark value={flag.value} variants={variants.map(({ key }) => key)} />
      {status === 'running' && counted !== null && counted !== flag.value && (
        <span className={classes.was}>{text.differs}</span>
      )}
    </div>
  );
}
