import { Button, Menu, TextInput } from '@mantine/core';
import { IconDeviceFloppy, IconListDetails, IconRefreshDot, IconUnlink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { maxName } from '#server/core/contract.ts';
import { clip } from '#server/core/text/clip-contract.ts';
import { ownDefinition, savedMetricOf } from '#server/experiments/saved-metrics/saved-metric-contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { filtersOf, type MetricDraft } from '../setup/metrics/metric-draft.ts';
import { metricWords } from '../setup/metrics/metric-words.ts';
import { linkedTo, unlinked } from './linked-draft.ts';
import { savedMetricsQuery, useSaveMetric } from './queries.ts';
import classes from './saved-metrics.module.css';
import { savedMetricWords } from './words.ts';

const { card: text } = savedMetricWords;

type Props = {
  metric: MetricDraft;
  name: string;
  of: string;
  /** `saved`: the name of the saved metric that it is now. */
  onUse: (metric: MetricDraft, saved?: string) => void;
};

/** Saves a metric for other experiments, takes a saved one, or unlinks it. */
export function ReuseMenu({ metric, name, of, onUse }: Props) {
  const project = useProject();
  const guard = useGuard('edit_definitions');
  const { data: saved = [] } = useQuery(savedMetricsQuery(project.id));
  const [isSaving, setSaving] = useState(false);
  const linkedId = savedMetricOf(metric.given);
  const isBlank = metric.entries.length === 0;
  return (
    <>
      <Menu position="bottom-end" returnFocus>
        <Menu.Target>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<Icon of={IconRefreshDot} />}
            aria-label={text.menu(of)}
          >
            {text.reuse}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          {linkedId === null ? (
            <Menu.Item
              {...guard}
              {...(isBlank && { disabled: true })}
              leftSection={<Icon of={IconDeviceFloppy} />}
              onClick={() => setSaving(true)}
            >
              {text.save}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<Icon of={IconUnlink} />} onClick={() => onUse(unlinked(metric))}>
              {text.unlink}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<Icon of={IconListDetails} />}
            renderRoot={(props) => <Link to="/experiments" search={{ tab: 'metrics' }} {...props} />}
          >
            {text.manage}
          </Menu.Item>
          {saved.length > 0 && (
            <>
              <Menu.Divider />
              <Menu.Label>{text.choose}</Menu.Label>
              {saved.map((one) => (
                <Menu.Item
                  key={one.id}
                  {...(one.id === linkedId && { disabled: true })}
                  onClick={() => onUse(linkedTo(metric, one), one.name)}
                >
                  {one.name}
                </Menu.Item>
              ))}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isSaving && <SaveDialog metric={metric} name={name} onUse={onUse} onClose={() => setSaving(false)} />}
    </>
  );
}

function SaveDialog({ metric, name: suggested, onUse, onClose }: Omit<Props, 'of'> & { onClose: () => void }) {
  const project = useProject();
  const save = useSaveMetric(project.id);
  const [name, setName] = useState(() => suggested || clip(metricWords(filtersOf(metric)), maxName));
  const run = async () => {
    const saved = await save.mutateAsync({ name, filters: ownDefinition(filtersOf(metric)) });
    onUse(linkedTo(metric, saved), saved.name);
  };
  return (
    <ConfirmDialog title={text.saveTitle} verb={text.saveVerb} isHarmless onConfirm={run} onClose={onClose}>
      <p>{text.saveText}</p>
      <TextInput
        data-autofocus
        label={text.name}
        maxLength={maxName}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
