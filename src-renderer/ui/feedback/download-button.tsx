import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { explainError } from '../../api/errors.ts';
import { Icon } from '../icon.tsx';
import { uiWords } from '../words.ts';

type Props = {
  /** The file's name, with its extension. */
  filename: string;
  /** Names the content of the file, for assistive tools. */
  label: string;
  load: () => Promise<Blob>;
  children: ReactNode;
};

/** Downloads a file with the session's token, which a plain link would lack. */
export function DownloadButton({ filename, label, load, children }: Props) {
  const [loading, setLoading] = useState(false);
  const download = async () => {
    setLoading(true);
    try {
      saveFile(await load(), filename);
    } catch (error) {
      showNotLoaded(filename, explainError(error));
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

/** Notifies of a file that could not be loaded. */
export const showNotLoaded = (filename: string, { message, hint }: { message: string; hint: string }) =>
  notifications.show({ color: 'red', title: uiWords.couldNotLoad(filename), message: `${message} ${hint}` });

/** Saves a blob as a file. */
export function saveFile(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // The download starts after this task and still needs the address.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
