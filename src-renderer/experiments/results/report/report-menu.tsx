import { Button, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconCopy, IconDownload, IconFileText, IconPrinter } from '@tabler/icons-react';
import { saveFile } from '../../../ui/feedback/download-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { words } from '../words.ts';
import { type Report, reportCsv, reportJson, reportMarkdown } from './report.ts';
import { reportSvg } from './report-svg.ts';

const { report: text } = words;

const formats = [
  { name: 'Markdown', ending: 'md', type: 'text/markdown', make: reportMarkdown },
  { name: 'CSV', ending: 'csv', type: 'text/csv', make: reportCsv },
  { name: 'JSON', ending: 'json', type: 'application/json', make: reportJson },
  { name: 'SVG', ending: 'svg', type: 'image/svg+xml', make: (report: Report) => reportSvg(report) ?? '' },
];

export function ReportMenu({ report }: { report: Report | null }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" disabled={report === null} leftSection={<Icon of={IconFileText} />}>
          {text.button}
        </Button>
      </Menu.Target>
      {report !== null && <Formats report={report} />}
    </Menu>
  );
}

function Formats({ report }: { report: Report }) {
  const clipboard = useClipboard();
  const copy = (name: string, content: string) => {
    clipboard.copy(content);
    notifications.show({ message: text.copied(name) });
  };
  return (
    <Menu.Dropdown>
      <Menu.Label>{text.download}</Menu.Label>
      {formats.map(({ name, ending, type, make }) => (
        <Menu.Item
          key={name}
          leftSection={<Icon of={IconDownload} />}
          onClick={() => saveFile(new Blob([make(report)], { type }), `${filename(report)}.${ending}`)}
        >
          {text.downloadAs(name)}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Label>{text.copy}</Menu.Label>
      {formats.map(({ name, make }) => (
        <Menu.Item key={name} leftSection={<Icon of={IconCopy} />} onClick={() => copy(name, make(report))}>
          {text.copyAs(name)}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={<Icon of={IconPrinter} />} onClick={() => window.print()}>
        {text.print}
      </Menu.Item>
    </Menu.Dropdown>
  );
}

/** Returns the flag's key as a file name; its only unfit character is the slash. */
function filename({ experiment, result }: Report): string {
  return `${experiment.feature_flag_key.replaceAll('/', '-')}-results-${result.computed_at.slice(0, 10)}`;
}
