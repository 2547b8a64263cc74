import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../projects/current-project.ts';
import { seenNamesQuery } from '../queries.ts';

type Props = Omit<React.ComponentProps<typeof Autocomplete>, 'data' | 'limit'>;

/** Edits an event name: one that was seen, or any other that is typed. */
export function EventNameField(props: Props) {
  const project = useProject();
  const names = useQuery(seenNamesQuery(project.id)).data?.events ?? [];
  return <Autocomplete openOnFocus={!props.error} {...props} data={names} limit={50} maxDropdownHeight={280} />;
}
