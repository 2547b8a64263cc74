import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useId } from 'react';
import type { AaFrequency, AaSimulation } from '#server/experiments/results/aa-simulation/aa-simulation-contract.ts';
import type { People } from '#server/experiments/results/judge/evidence-contract.ts';
import { maxRerandomizations } from '#server/experiments/results/rules-contract.ts';
import { Terms } from '../../../metrics/terms.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import progress from '../../../ui/feedback/progress-line.module.css';
import { ProgressLine } from '../../../ui/feedback/progress-line.tsx';
import { formatCount } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import layout from '../../../ui/layout.module.css';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import looks from '../../../ui/text.module.css';
import classes from './aa-simulation.module.css';
import { aaSimulationWords, saidText } from './aa-simulation-words.ts';
import { useAaSimulation } from './use-aa-simulation.ts';
import { words } from './words.ts';

/** Shows how often the page would be wrong about these people if nothing differed. */
export function AaSimulationPanel({ experimentId, people }: { experimentId: number; people: People }) {
  const id = useId();
  const { simulation, error, isRunning, start, stop } = useAaSimulation(experimentId, people);
  const isOver = simulation !== null && simulation.status !== 'running';
  return (
    <section className={layout.part} aria-labelledby={id}>
      <h2 id={id} className={looks.title}>
        {words.title}
      </h2>
      <p className={classes.hint}>
        <Terms>{words.hint}</Terms>
      </p>
      <div className={progress.run}>
        <Button
          variant="default"
          leftSection={<Icon of={isRunning ? IconPlayerStop : IconPlayerPlay} size={16} />}
          onClick={isRunning ? stop : start}
        >
          {isRunning ? words.stop : isOver ? words.again : words.start(formatCount(maxRerandomizations))}
        </Button>
        {isRunning && <Played simulation={simulation} />}
      </div>
      {error !== null && <ErrorNote what={words.what} error={error} />}
      {simulation !== null && <Outcome simulation={simulation} isRunning={isRunning} />}
    </section>
  );
}

function Played({ simulation }: { simulation: AaSimulation | null }) {
  const { played, reshuffles } = simulation ?? { played: 0, reshuffles: maxRerandomizations };
  const said = simulation === null ? words.preparing : words.done(formatCount(played), formatCount(reshuffles));
  return <ProgressLine label={words.progress} done={played} of={reshuffles} words={said} />;
}

function Outcome({ simulation, isRunning }: { simulation: AaSimulation; isRunning: boolean }) {
  if (simulation.status === 'nothing_to_replay') return <p className={classes.hint}>{words.nothing}</p>;
  const [first, ...rest] = aaSimulationWords(simulation);
  if (first === undefined) return null;
  return (
    <>
      <div className={classes.outcome} role="status" aria-busy={isRunning}>
        <p className={classes.found}>{first}</p>
        <p>
          <Terms>{rest.join(' ')}</Terms>
        </p>
      </div>
      {simulation.metrics.length > 1 && (
        <div className={classes.table}>
          <DataTable
            label={words.table}
            columns={columns}
            rows={simulation.metrics}
            rowKey={({ index }) => index ?? 'primary'}
          />
        </div>
      )}
    </>
  );
}

type Row = AaSimulation['metrics'][number];
const column = (header: string, of: (row: Row) => AaFrequency): Column<Row> => ({
  header,
  align: 'end',
  cell: (row) => saidText(of(row)),
});
const { columns: text } = words;
const columns: Column<Row>[] = [
  { header: text.metric, width: '24%', cell: ({ index, name }) => (index === null ? words.primary : name) },
  column(text.either, ({ better_or_worse: said }) => said),
  column(text.better, ({ better }) => better),
  column(text.worse, ({ worse }) => worse),
  column(text.leading, ({ leading }) => leading),
  column(text.now, ({ leading_now: said }) => said),
];
