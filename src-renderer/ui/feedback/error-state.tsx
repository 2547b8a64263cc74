import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { explainError, needsReload } from '../../api/errors.ts';
import { apiWords } from '../../api/words.ts';
import { Icon } from '../icon.tsx';
import { uiWords } from '../words.ts';
import classes from './state.module.css';

/** Shows a failed request, in place of its data. `what` completes “… could not be loaded”. */
export function ErrorState(props: { what: string; error: unknown; onRetry: () => void; retrying?: boolean }) {
  const { message, hint, code } = explainError(props.error);
  const isOutdated = needsReload(props.error);
  return (
    <section className={classes.state} role="alert">
      <Icon of={IconAlertTriangle} className={classes.danger} size={24} />
      <h2 className={classes.title}>{uiWords.couldNotLoad(props.what)}</h2>
      <div className={classes.body}>
        <p>{message}</p>
        <p>{hint}</p>
        {code !== null && <p className="mono">{code}</p>}
      </div>
      <div className={classes.action}>
        <Button
          variant="default"
          leftSection={<Icon of={IconRefresh} />}
          loading={props.retrying ?? false}
          onClick={isOutdated ? () => location.reload() : props.onRetry}
        >
          {isOutdated ? apiWords.reload : apiWords.tryAgain}
        </Button>
      </div>
    </section>
  );
}
