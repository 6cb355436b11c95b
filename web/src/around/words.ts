/** Where the words of these screens are fetched from. */
import { addFiles, type Words } from '../catalogues'

addFiles(import.meta.glob<Words>('../messages/*/around/*.ts', { import: 'default' }))
