import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { type Experiment, flagNamePrefix } from '#server/experiments/contract.ts';
import type { Flag } from '#server/flags/contract.ts';
import { FlagUsesContext } from '../../flags/list/flag-uses.ts';
import { useProject } from '../../projects/current-project.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import listPage from '../../ui/page/list-page.module.css';
import looks from '../../ui/text.module.css';
import { flagExperimentsQuery } from '../queries.ts';
import { experimentStatusWords } from '../words.ts';
import classes from './experiment-list.module.css';
import { words } from './words.ts';

const { onFlags: text } = words;

type Asked = { experiment: Experiment; turnOff: () => void };

/** Tells the pages of flags which experiment a flag has, and asks before one that runs loses its flag. */
export function FlagExperiments({ children }: { children: ReactNode }) {
  const project = useProject();
  const { data, refetch } = useQuery(flagExperimentsQuery(project.id));
  const [asked, setAsked] = useState<Asked | null>(null);
  const uses = useMemo(
    () => ({
      nameOf: (flag: Flag) => {
        const experiment = data?.get(flag.id);
        return experiment === undefined ? null : <Name flag={flag} experiment={experiment} />;
      },
      confirmOff: async ({ id }: Pick<Flag, 'id'>, turnOff: () => void) => {
        // It may have been launched since.
        const experiment = (await refetch()).data?.get(id);
        if (experiment?.status === 'running') setAsked({ experiment, turnOff });
        else turnOff();
      },
      runOn: ({ id }: Pick<Flag, 'id'>) => {
        const experiment = data?.get(id);
        return experiment?.status === 'running' ? experiment.name : null;
      },
    }),
    [data, refetch],
  );
  return (
    <FlagUsesContext value={uses}>
      {children}
      {asked !== null && <OffDialog {...asked} onClose={() => setAsked(null)} />}
    </FlagUsesContext>
  );
}

function OffDialog({ experiment, turnOff, onClose }: Asked & { onClose: () => void }) {
  const { name, feature_flag_key: key } = experiment;
  return (
    <ConfirmDialog title={text.offTitle(key)} verb={text.offVerb} onConfirm={async () => turnOff()} onClose={onClose}>
      <p>{text.offRun(name)}</p>
      <p>{text.offResults}</p>
    </ConfirmDialog>
  );
}

/** Shows the flag's own name too, unless the experiment gave it. */
function Name({ flag: { name }, experiment }: { flag: Flag; experiment: Experiment }) {
  const hasOwn = name !== '' && !name.startsWith(flagNamePrefix);
  return (
    <span className={classes.stack}>
      {hasOwn && <span title={name}>{name}</span>}
      <Link
        to="/experiments/$experimentId"
        params={{ experimentId: experiment.id }}
        className={listPage.name}
        title={text.experiment(experiment.name)}
      >
        {experiment.name}
      </Link>
      <span className={looks.muted}>{experimentStatusWords[experiment.status]}</span>
    </span>
  );
}
