import { createContext, data, type RouterContextProvider, type ServerBuild } from 'react-router';
import type { FileAnswer } from '~/answers/file-answer';
import { withHandlers } from '../with-handlers';

/** Whether it is a data request of the client router (`.data`). */
export const asDataContext = createContext<boolean>(false);

/**
 * The same routes, in which files, archives and streams are no data: the framework would read them
 * to their end into one text before the first byte is sent, a stream of events for ever. At such an
 * address there is nothing: what a route calls a file in its `handle` is not even begun, and what
 * turns out to be one is closed.
 */
export function withoutFilesAsData(build: ServerBuild): ServerBuild {
  return withHandlers(build, ({ loader, action, handle }) => ({
    loader: loader && refusing(loader, isFile(handle, 'loader')),
    action: action && refusing(action, isFile(handle, 'action')),
  }));
}

type Asked = { context: Readonly<RouterContextProvider> };

function refusing<Args extends Asked, Answer>(
  answer: (args: Args) => Answer | Promise<Answer>,
  isKnownFile: boolean,
): (args: Args) => Promise<Answer> {
  return async (args) => {
    if (!args.context.get(asDataContext)) return answer(args);
    if (isKnownFile) throw nothingThere();
    const answered = await answer(args);
    if (answered instanceof Response && answered.body && !isJson(answered)) {
      await answered.body.cancel();
      throw nothingThere();
    }
    return answered;
  };
}

const nothingThere = () => data('error.not-found', { status: 404 });

const isFile = (handle: unknown, part: FileAnswer['file']) =>
  typeof handle === 'object' && handle !== null && 'file' in handle && handle.file === part;

const isJson = ({ headers }: Response) =>
  headers.get('Content-Type')?.startsWith('application/json') ?? false;
