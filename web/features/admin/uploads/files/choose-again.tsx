import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Notice } from '../../../../ui/status/notice.tsx';
import { typedByBytes } from './acceptable.ts';
import { chooseAgain } from './chosen.ts';

/**
 * Button to choose files again that changed or were unplugged; their upload then continues.
 * @param names names of those files
 */
export function ChooseAgain({ names, children }: { names: string[]; children: ReactNode }) {
  const input = useRef<HTMLInputElement>(null);
  const [unknownNames, setUnknownNames] = useState<string[]>([]);
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const picked = [...(target.files ?? [])];
    // Clear, so that the same files can be chosen again.
    target.value = '';
    const files = await Promise.all(picked.map(typedByBytes));
    setUnknownNames(chooseAgain(files).map(({ name }) => name));
  };
  return (
    <>
      <Button look="secondary" onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input ref={input} type="file" multiple hidden aria-label="Files to choose again" onChange={choose} />
      {unknownNames.length > 0 && (
        <Notice tone="error">
          {unknownNames.join(', ')} {unknownNames.length === 1 ? 'is' : 'are'} not waited for. Choose{' '}
          {names.slice(0, 5).join(', ')}
          {names.length > 5 && ` and ${names.length - 5} more`}.
        </Notice>
      )}
    </>
  );
}
