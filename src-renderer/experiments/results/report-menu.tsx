import { Button, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconCopy, IconDownload, IconFileText } from '@tabler/icons-react';
import { saveFile } from '../../ui/feedback/download-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type Report, reportCsv, reportJson, reportMarkdown } from './report.ts';

const formats = [
  { name: 'Markdown', ending: 'md', type: 'text/markdown', make: reportMarkdown },
  { name: 'CSV', ending: 'csv', type: 'text/csv', make: reportCsv },
  { name: 'JSON', ending: 'json', type: 'application/json', make: reportJson },
];

/** The results to take away, as they stand on the page at the moment of the choice. */
export function ReportMenu({ report }: { report: Report | null }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" disabled={report === null} leftSection={<Icon of={IconFileText} />}>
          Report
        </Button>
      </Menu.Target>
      {report !== null && <Formats report={report} />}
    </Menu>
  );
}

function Formats({ report }: { report: Report }) {
  const clipboard = useClipboard();
  const copy = (name: string, text: string) => {
    clipboard.copy(text);
    notifications.show({ message: `The report is copied as ${name}.` });
  };
  return (
    <Menu.Dropdown>
      <Menu.Label>Download</Menu.Label>
      {formats.map(({ name, ending, type, make }) => (
        <Menu.Item
          key={name}
          leftSection={<Icon of={IconDownload} />}
          onClick={() => saveFile(new Blob([make(report)], { type }), `${filename(report)}.${ending}`)}
        >
          Download {name}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Label>Copy</Menu.Label>
      {formats.map(({ name, make }) => (
        <Menu.Item key={name} leftSection={<Icon of={IconCopy} />} onClick={() => copy(name, make(report))}>
          Copy {name}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  );
}

/** Of the flag's key, which has no letters that a file system minds but the slash. */
function filename({ experiment, result }: Report): string {
  return `${experiment.feature_flag_key.replaceAll('/', '-')}-results-${result.computed_at.slice(0, 10)}`;
}
