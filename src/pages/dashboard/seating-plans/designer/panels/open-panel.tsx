import type { VNode } from 'preact';
import { useStudio } from '../studio.ts';
import { AddPanel } from './add-panel.tsx';
import { CheckPanel } from './check-panel.tsx';
import { HelpPanel } from './help-panel.tsx';
import { ImportPanel } from './import-panel.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { PublishPanel } from './publish-panel.tsx';
import { RenamePanel } from './rename-panel.tsx';
import { VersionsPanel } from './versions-panel.tsx';

/** The open panel over the drawing. */
export function OpenPanel(): VNode | null {
  const { panel } = useStudio();
  const open = panel.value;
  const onClose = (): void => {
    panel.value = null;
  };
  switch (open?.name) {
    case undefined:
      return null;
    case 'add':
      return <AddPanel key={open.tool} tool={open.tool} onClose={onClose} />;
    case 'check':
      return <CheckPanel onClose={onClose} />;
    case 'help':
      return <HelpPanel onClose={onClose} />;
    case 'import':
      return <ImportPanel onClose={onClose} />;
    case 'preview':
      return <PreviewPanel version={open.version} onClose={onClose} />;
    case 'publish':
      return <PublishPanel onClose={onClose} />;
    case 'rename':
      return <RenamePanel onClose={onClose} />;
    default:
      return <VersionsPanel onClose={onClose} />;
  }
}
