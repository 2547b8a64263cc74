import { Modal, Tabs } from '@mantine/core';
import { serverOrigin, useServerStatus } from '../../api/status.ts';
import { useProject } from '../../projects/current-project.ts';
import { projectWords } from '../../projects/words.ts';
import { Copyable, CopyButton } from '../../ui/feedback/copy-button.tsx';
import { useOpened } from '../../ui/lazy/use-opened.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { KeyValue } from '../../ui/table/key-value.tsx';
import looks from '../../ui/text.module.css';
import { ConnectionPanel } from './connection-panel.tsx';
import classes from './onboarding.module.css';
import { type Snippet, sdkSnippets } from './sdk-snippets.ts';
import { words } from './words.ts';

const { snippets: text, dialog } = words;

/** Shows the code that connects an app, for each SDK, with this server's address and this project's key. */
export function Snippets() {
  return <SnippetTabs of={sdkSnippets} />;
}

/** Snippets of each SDK as tabs. `of` makes them for this server's address and this project's key. */
export function SnippetTabs({ of }: { of: (host: string, key: string) => Snippet[] }) {
  const project = useProject();
  const { status } = useServerStatus(project.id);
  const host = serverOrigin(status);
  if (project.api_key === null) {
    return (
      <p className={looks.note}>
        {projectWords.noKey}. {text.issueKey}
      </p>
    );
  }
  const snippets = of(host, project.api_key);
  return (
    <Tabs defaultValue={snippets[0]?.id ?? null} keepMounted={false}>
      <Tabs.List aria-label={text.label} className={classes.sdks}>
        {snippets.map(({ id, name }) => (
          <Tabs.Tab key={id} value={id}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {snippets.map(({ id, name, install, code, note }) => (
        <Tabs.Panel key={id} value={id}>
          {install !== null && (
            <div className={classes.install}>
              <Copyable value={install} label={text.install} />
            </div>
          )}
          <div className={classes.codeFrame}>
            <ScrollBox as="pre" className={classes.code}>
              {code}
            </ScrollBox>
            <span className={classes.copy}>
              <CopyButton value={code} label={text.code(name)} />
            </span>
          </div>
          {note !== undefined && <p className={classes.note}>{note}</p>}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

export function ConnectDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const project = useProject();
  const { status } = useServerStatus(project.id);
  return (
    <Modal opened={useOpened(opened)} onClose={onClose} title={dialog.title} size="xl">
      <KeyValue
        entries={[
          [
            dialog.address,
            <Copyable key="address" value={status?.url ?? location.origin} label={dialog.address.toLowerCase()} />,
          ],
          [
            dialog.key,
            project.api_key && <Copyable key="key" value={project.api_key} label={dialog.key.toLowerCase()} />,
          ],
        ]}
      />
      <div className={classes.inDialog}>
        <Snippets />
      </div>
      <div className={classes.inDialog}>
        <ConnectionPanel />
      </div>
    </Modal>
  );
}
