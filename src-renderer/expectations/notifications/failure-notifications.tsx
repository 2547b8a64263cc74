import { Suspense } from 'react';
import { useProject } from '../../projects/current-project.ts';
import { lazyPart } from '../../ui/lazy/lazy-part.ts';
import { useNotificationSetting } from './use-setting.ts';

const FailureWatch = lazyPart(() => import('./failure-watch.tsx'), 'FailureWatch');

/** Notifies of expectations of the project that fail while it is shown. */
export function FailureNotifications() {
  const [isOn] = useNotificationSetting();
  const project = useProject();
  return (
    isOn && (
      <Suspense>
        <FailureWatch key={project.id} projectId={project.id} />
      </Suspense>
    )
  );
}
