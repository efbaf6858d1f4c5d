import type { ComponentChildren, ComponentProps, VNode } from 'preact';
import { useDashboard } from '../dashboard.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';

/** A dialog that holds a form. Its button says "Save" unless `submit` says more. */
export function FormDialog<Body>({
  intro,
  children,
  ...props
}: Omit<ComponentProps<typeof Dialog>, 'children'> &
  Omit<ComponentProps<typeof Form<Body>>, 'submit' | 'onCancel'> & {
    submit?: string;
    /** Shown above the form. */
    intro?: ComponentChildren;
  }): VNode {
  const { save } = useDashboard().texts.parts;
  return (
    <Dialog {...props}>
      {intro}
      <Form submit={save} {...props} onCancel={props.onClose}>
        {children}
      </Form>
    </Dialog>
  );
}
