import app from './app.es'
import play from './play.es'

export default { ...app, ...play }
