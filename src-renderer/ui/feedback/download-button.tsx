import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { explainError } from '../../api/errors.ts';
import { Icon } from '../icon.tsx';

type Props = {
  /** Of the file, with its ending. */
  filename: string;
  /** For assistive tools, where the text alone does not say what is in the file. */
  label: string;
  load: () => Promise<Blob>;
  children: ReactNode;
};

/** Saves what the server makes on demand, where a plain link would lack the key. */
export function DownloadButton({ filename, label, load, children }: Props) {
  const [loading, setLoading] = useState(false);
  const download = async () => {
    setLoading(true);
    try {
      saveFile(await load(), filename);
    } catch (error) {
      const { message, hint } = explainError(error);
      notifications.show({ color: 'red', title: `Could not load ${filename}`, message: `${message} ${hint}` });
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button
      variant="default"
      aria-label={label}
      loading={loading}
      leftSection={<Icon of={IconDownload} />}
      onClick={() => void download()}
    >
      {children}
    </Button>
  );
}

/** Saves what is already in the window under a name. */
export function saveFile(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // Not at once: the download starts after this task, and would find nothing.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
