import { type RouterContextProvider, type ServerBuild } from 'react-router';
import { withoutShown } from '~/lib/shown-once';
import { asDataContext } from './no-files-as-data';
import { withHandlers } from './with-handlers';

type Asked = { context: Readonly<RouterContextProvider> };

/**
 * The same routes, whose long texts are not in the data of a page as well, when the page itself is
 * sent: it is a third shorter, sooner made and sooner ready in the browser.
 */
export function withTextsOnce(build: ServerBuild): ServerBuild {
  return withHandlers(build, ({ loader }) =>
    loader ? { loader: async (args) => shorten(args, await loader(args)) } : {},
  );
}

const shorten = ({ context }: Asked, data: unknown) =>
  context.get(asDataContext) ? data : withoutShown(data);
