import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useProject } from '../projects/current-project.ts';
import { DataTable } from '../ui/data-table.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonRows } from '../ui/skeleton-rows.tsx';
import { useExperimentColumns } from './experiment-columns.tsx';
import { experimentsQuery } from './queries.ts';

export function ExperimentList() {
  return (
    <Page
      title="Experiments"
      description="What a change does to what people do, measured against those who do not get it."
      actions={
        <Button
          renderRoot={(props) => <Link to="/experiments/new" {...props} />}
          leftSection={<IconPlus size={14} aria-hidden="true" />}
        >
          New experiment
        </Button>
      }
    >
      <Experiments />
    </Page>
  );
}

function Experiments() {
  const project = useProject();
  const query = useInfiniteQuery(experimentsQuery(project.id, {}));
  const columns = useExperimentColumns();
  if (query.isPending) return <SkeletonRows label="Loading experiments" />;
  if (query.data === undefined) {
    const retry = () => void query.refetch();
    return <ErrorState what="Experiments" error={query.error} onRetry={retry} retrying={query.isFetching} />;
  }
  const experiments = query.data.pages.flatMap((page) => page.results);
  return (
    <>
      <DataTable label="Experiments" columns={columns} rows={experiments} rowKey={(experiment) => experiment.id} />
      <LoadMore
        what={['experiment', 'experiments']}
        shown={experiments.length}
        total={query.data.pages[0]?.count}
        query={query}
      />
    </>
  );
}
