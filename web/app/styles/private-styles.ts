import './private.css';
import 'virtual:sign-in-image-tint.css';
